// The argument for a parameter that takes a list of tensors; see
// function_kernel.h.
#pragma once

#include <type_traits>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/common/kernel_argument.h"
#include "paddle/operators/common/kernel_variable.h"

namespace paddle::operators {

// The variables of a slot, null where the program has none. V is a constant
// tensor for inputs. The list is made in each run and lives as long as the
// call; up to 8 pointers need no memory from the heap.
template <typename V>
class Argument<absl::Span<V* const>> {
 public:
  static constexpr int kNames = 1;
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : variables_(VariablesIn(kernel, names->Take())) {}
  // True if the program wants one of the outputs in the slot.
  bool wanted() const { return AnyOutput(variables_); }
  absl::InlinedVector<V*, 8> operator()(
      const framework::KernelContext& context) const {
    absl::InlinedVector<V*, 8> values;
    for (const KernelVariable& variable : variables_) {
      values.push_back(variable.Get<V>(context));
    }
    return values;
  }

 private:
  const KernelVariables variables_;
};

}  // namespace paddle::operators
