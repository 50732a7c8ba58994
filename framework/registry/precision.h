// Says of operator types which of them compute in 16 bits (bfloat16, float16)
// where a program is written anew for mixed precision
// (framework/passes/lower_precision.h). An operator says so beside its schema,
// after its registration, if its kernels and those of its gradient have both
// types:
//
//   REGISTER_PRECISION(mul, kHalf);
//   REGISTER_PRECISION(relu, kFollows);
//   REGISTER_PRECISION(batch_norm, kFollows, "X");
//   REGISTER_PRECISION_FROM(96, "Weight", lstm, kHalf, "Input", "Weight");
//
// All others compute in float32, as those should whose results lose their
// meaning in 8 or 11 bits: losses, sums of many terms, exponentials.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"

namespace paddle::framework {

enum class Precision {
  kFloat,    // float32
  kHalf,     // 16 bits: a product of matrices, which is faster so
  kFollows,  // 16 bits if what it reads has been computed in them
};

struct PrecisionRule {
  Precision precision = Precision::kFloat;
  // The input slots that are 16 bits then; empty: all of floating point. Others
  // stay float32.
  NameList slots;
  // Only if axis 0 of this input has at least so many elements: smaller ones
  // are faster in float32. Empty: whatever the shapes.
  std::string sized;
  int64_t least = 0;
};

// Returns the rule of a type; kFloat for one that has said nothing. Valid for
// ever. Thread safe.
const PrecisionRule& PrecisionRuleOf(absl::string_view type);
// Returns the types that have said something, sorted.
NameList PrecisionTypes();

namespace internal {

// Returns 0, so that a static variable can hold the call. AlreadyExists for a
// type that has a rule.
int RegisterPrecision(const char* type, PrecisionRule rule);

}  // namespace internal
}  // namespace paddle::framework

// Says in which precision an operator computes; the slots follow, if not all
// are of 16 bits then.
#define REGISTER_PRECISION(type, precision, ...) \
  REGISTER_PRECISION_FROM(0, "", type, precision, __VA_ARGS__)

// Says it for operators whose input `sized` has at least `least` rows.
#define REGISTER_PRECISION_FROM(least, sized, type, precision, ...)    \
  static const int paddle_register_precision_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterPrecision(                \
          #type, {::paddle::framework::Precision::precision,           \
                  {__VA_ARGS__},                                       \
                  sized,                                               \
                  least})
