// Says of operator types which outputs are sums over the rows of their inputs:
// computed from the rows of all steps at once, such an output is the sum of
// what it is for each step. An operator says so beside its schema, after its
// registration:
//
//   REGISTER_ROW_SUM(mul_grad, "Y@GRAD", "X", "Out@GRAD");
//
// The gradient of a loop adds such an output up in one operator after the loop
// (backward/row_sums.h) instead of once in each step.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"

namespace paddle::framework {

// Output `output` is a sum over axis 0 of the inputs `rows`, which all have as
// many rows. No other input has rows, and no row of the output depends on how
// many of them there are.
struct RowSum {
  std::string output;
  NameList rows;
};

// Returns what a type has said; null for an output of which it has said
// nothing. Valid for ever. Thread safe.
const RowSum* FindRowSum(absl::string_view type, absl::string_view output);

namespace internal {

// Returns 0, so that a static variable can hold the call. AlreadyExists for a
// type that has said it.
int RegisterRowSum(const char* type, RowSum sum);

}  // namespace internal
}  // namespace paddle::framework

// Says that an output is a sum over the rows of the input slots that follow.
#define REGISTER_ROW_SUM(type, output, ...)                          \
  static const int paddle_register_row_sum_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterRowSum(#type,           \
                                                    {output, {__VA_ARGS__}})
