// Adds to numbers that stores keep.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/numbers.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Returns the sum of a number and what a value says in decimal digits.
// InvalidArgument, with the name of the value, if it is no number or the sum is
// too large.
inline int64_t SumOf(const std::string& value, int64_t delta,
                     const std::string& name) {
  int64_t sum = 0;
  PADDLE_ENFORCE(absl::SimpleAtoi(value, &sum), InvalidArgument, name,
                 " holds no number");
  PADDLE_ENFORCE(!__builtin_add_overflow(sum, delta, &sum), InvalidArgument,
                 name, " holds too large a number");
  return sum;
}

}  // namespace paddle::distributed
