// Variables and attributes of an operator by name, for kernels that call a
// plain function (function_kernel.h).
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"

namespace paddle::operators {

// Hands out the names of a function's arguments, in order. Keeps a pointer to
// the names, which outlive it; taking more than there are is the caller's
// error, which function_kernel.h excludes when it is compiled.
class ArgumentNames {
 public:
  explicit ArgumentNames(const absl::string_view* names) : next_(names) {}
  absl::string_view Take() { return *next_++; }

 private:
  const absl::string_view* next_;
};

// A variable of an operator, found when its kernel is made. A number and a
// flag, so that a run looks no name up; copies are cheap.
class KernelVariable {
 public:
  // The variable in `slot`, an input or an output. Absent if the program leaves
  // the slot out, or if the name is "". Throws NotFound, with operator and
  // slot, for a slot that the operator lacks, and InvalidArgument for one with
  // several variables.
  KernelVariable(const framework::OpKernel* kernel, absl::string_view slot);
  // The variable of that number among all of the operator.
  KernelVariable(const framework::OpKernel* kernel, int index);
  // False if it is absent.
  bool is_output() const { return is_output_; }

  // Returns what the variable holds as a V; null if it is absent. A variable
  // that is a Tensor to the function holds a LoDTensor. Throws
  // FailedPrecondition for a constant V if the variable holds something else.
  template <typename V>
  V* Get(const framework::KernelContext& context) const {
    using Held = std::conditional_t<
        std::is_same_v<std::remove_const_t<V>, framework::Tensor>,
        framework::LoDTensor, std::remove_const_t<V>>;
    if (index_ < 0) return nullptr;
    framework::Variable* variable = context.var(index_);
    if constexpr (std::is_const_v<V>) {
      return &variable->Get<Held>();
    } else {
      return variable->GetMutable<Held>();
    }
  }

 private:
  int index_ = -1;
  bool is_output_ = false;
};

// True if one of the variables is an output that the program wants.
template <typename Variables>
bool AnyOutput(const Variables& variables) {
  return std::any_of(
      variables.begin(), variables.end(),
      [](const KernelVariable& variable) { return variable.is_output(); });
}

// The variables of one slot; 4 of them fit without memory from the heap.
using KernelVariables = absl::InlinedVector<KernelVariable, 4>;

// Returns the variables of a slot with any number of them, absent ones too.
// Throws NotFound as KernelVariable does.
KernelVariables VariablesIn(const framework::OpKernel* kernel,
                            absl::string_view slot);

// Returns the value of an attribute; that of A() for the name "". An enum is
// parsed from a string by ParseAttribute(absl::string_view, A*), which the
// enum's namespace has and which throws for other names.
template <typename A>
A AttributeOr(const framework::OpKernel* kernel, absl::string_view name) {
  if (name.empty()) return A();
  const framework::OpArguments& arguments = kernel->arguments();
  if constexpr (std::is_enum_v<A>) {
    A value;
    ParseAttribute(framework::AttributeOf<std::string>(arguments, name),
                   &value);
    return value;
  } else {
    return framework::AttributeOf<A>(arguments, name);
  }
}

}  // namespace paddle::operators
