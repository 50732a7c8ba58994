// Divides sizes, and rounds the results up.
#pragma once

#include <cstdint>

namespace paddle::platform {

// Returns how many groups of `each` >= 1 a size >= 0 fills, the last one
// perhaps in part.
constexpr int64_t CeilDivide(int64_t size, int64_t each) {
  return (size + each - 1) / each;
}

// Returns the smallest multiple of `each` >= 1 that is at least `size` >= 0.
constexpr int64_t RoundUp(int64_t size, int64_t each) {
  return CeilDivide(size, each) * each;
}

}  // namespace paddle::platform
