// Arguments of a plain function that a kernel calls, one handle for each
// parameter; function_kernel.h says what each type of parameter receives. Each
// handle looks its names up when the kernel is made, so that a run does not;
// all are immutable, and threads may share a kernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/framework/types/number.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/common/kernel_variable.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/common/struct_members.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/random.h"

namespace paddle::operators {

// The argument for a parameter of type P. It is made with the kernel, taking
// its names, and called in each run. Only the types listed in function_kernel.h
// have one. It has kNames, the number of names that it takes, and wanted(),
// which is true for an output that the program wants.
template <typename P, typename = void>
class Argument;

namespace internal {

using framework::KernelContext;

// True for what variables hold.
template <typename V>
inline constexpr bool kIsVariable =
    std::is_same_v<V, framework::Tensor> ||
    std::is_same_v<V, framework::LoDTensor> ||
    std::is_same_v<V, framework::SelectedRows> ||
    std::is_same_v<V, framework::TensorArray>;

// True for C++ types of attributes (framework/ir/attribute.h) that functions
// take, and for enums.
template <typename A>
inline constexpr bool kIsAttribute =
    std::is_enum_v<A> || std::is_same_v<A, bool> ||
    std::is_same_v<A, int64_t> || std::is_same_v<A, double> ||
    std::is_same_v<A, std::string> || std::is_same_v<A, std::vector<int64_t>> ||
    std::is_same_v<A, std::vector<double>>;

// Returns an axis of the operator's first input, counted from the front. Throws
// OutOfRange for an axis that it lacks.
int AxisOfFirstInput(const KernelContext& context, int64_t axis);

// A variable as a pointer, or as a reference if it cannot be absent. A pointer
// is null if the variable is absent. A reference to an absent one is not
// checked: schemas see to it that required slots are there.
template <typename P>
class VariableArgument {
 public:
  static constexpr int kNames = 1;
  VariableArgument(const framework::OpKernel* kernel, ArgumentNames* names)
      : variable_(kernel, names->Take()) {}
  bool wanted() const { return variable_.is_output(); }
  P operator()(const KernelContext& context) const {
    auto* value =
        variable_.Get<std::remove_pointer_t<std::remove_reference_t<P>>>(
            context);
    if constexpr (std::is_pointer_v<P>) {
      return value;
    } else {
      return *value;
    }
  }

 private:
  const KernelVariable variable_;
};

// An argument that is no output.
struct ReadArgument {
  // True for an output that the program wants.
  bool wanted() const { return false; }
};

// Chooses the argument for a parameter as it is declared.
template <typename P,
          typename Value = std::remove_cv_t<std::remove_reference_t<P>>>
using ArgumentFor = std::conditional_t<
    kIsVariable<std::remove_const_t<std::remove_pointer_t<Value>>>,
    VariableArgument<P>, Argument<Value>>;

}  // namespace internal

// The value of an attribute, or of A() for the name "". Read once: attributes
// do not change after the program has been compiled. The function gets a
// reference to the value in the kernel.
template <typename A>
class Argument<A, std::enable_if_t<internal::kIsAttribute<A>>>
    : public internal::ReadArgument {
 public:
  static constexpr int kNames = 1;
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : value_(AttributeOr<A>(kernel, names->Take())) {}
  const A& operator()(const framework::KernelContext&) const { return value_; }

 private:
  const A value_;
};

// A number of the tensor's own type: a floating-point attribute and the integer
// one beside it (number_attr.h). Integers keep all their digits.
template <>
class Argument<framework::Number> : public internal::ReadArgument {
 public:
  static constexpr int kNames = 1;
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : value_(kernel, names->Take()) {}
  const framework::Number& operator()(const framework::KernelContext&) const {
    return value_;
  }

 private:
  const NumberAttr value_;
};

// An axis of the operator's first input. The attribute may count from the back;
// the function receives the axis counted from the front, in each run anew,
// since the rank is known only then.
template <>
class Argument<int> : public Argument<int64_t> {
 public:
  using Argument<int64_t>::Argument;
  int operator()(const framework::KernelContext& context) const {
    return internal::AxisOfFirstInput(context,
                                      Argument<int64_t>::operator()(context));
  }
};

// The key of the operator's random numbers in a run. The name is that of the
// attribute with the seed, which replaces the program's unless it is 0.
template <>
class Argument<platform::RandomKey> : public Argument<int64_t> {
 public:
  using Argument<int64_t>::Argument;
  platform::RandomKey operator()(
      const framework::KernelContext& context) const {
    return context.random_key(Argument<int64_t>::operator()(context));
  }
};

// The offsets of the last level of a variable, which count its rows. The name
// may be that of an output, whose LoD is known before the kernel runs. Without
// a variable the function gets no offsets. They are valid for the call.
template <>
class Argument<kernels::Offsets> : public internal::ReadArgument {
 public:
  static constexpr int kNames = 1;
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : variable_(kernel, names->Take()) {}
  kernels::Offsets operator()(const framework::KernelContext& context) const {
    return internal::VariableMember{variable_, context};
  }

 private:
  const KernelVariable variable_;
};

// The workspace of the run, which has no name. It lives as long as the call.
template <>
class Argument<kernels::Workspace> : public internal::ReadArgument {
 public:
  static constexpr int kNames = 0;
  Argument(const framework::OpKernel*, ArgumentNames*) {}
  auto operator()(const framework::KernelContext& context) const {
    return [&context](size_t bytes) { return context.Workspace(bytes); };
  }
};

// The allocator of the run, which has no name: for outputs whose size the
// function finds out.
template <>
class Argument<memory::Allocator*> : public internal::ReadArgument {
 public:
  static constexpr int kNames = 0;
  Argument(const framework::OpKernel*, ArgumentNames*) {}
  memory::Allocator* operator()(const framework::KernelContext& context) const {
    return context.allocator();
  }
};

// A struct of attributes, one name for each member: made once, with the kernel.
// Members are filled in the order of their declaration; at most 8.
template <typename S>
class Argument<S, std::enable_if_t<std::is_aggregate_v<S> &&
                                   !internal::kHoldsVariables<S>>>
    : public internal::ReadArgument {
 public:
  static constexpr int kNames = internal::CountMembers<S>();
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : Argument(kernel, names, internal::MemberIndices<S>()) {}
  const S& operator()(const framework::KernelContext&) const { return value_; }

 private:
  template <size_t... i>
  Argument(const framework::OpKernel* kernel, ArgumentNames* names,
           std::index_sequence<i...>)
      : value_{((void)i, internal::AttributeMember{kernel, names->Take()})...} {
  }

  const S value_;
};

// A struct of pointers and references to tensors, one name for each member:
// made in each run. Wanted if one of them is an output that the program wants.
// A member for an absent variable is null, so optional ones are pointers.
template <typename S>
class Argument<S, std::enable_if_t<std::is_aggregate_v<S> &&
                                   internal::kHoldsVariables<S>>> {
 public:
  static constexpr int kNames = internal::CountMembers<S>();
  Argument(const framework::OpKernel* kernel, ArgumentNames* names)
      : Argument(kernel, names, internal::MemberIndices<S>()) {}
  bool wanted() const { return AnyOutput(variables_); }
  S operator()(const framework::KernelContext& context) const {
    return Made(context, internal::MemberIndices<S>());
  }

 private:
  template <size_t... i>
  Argument([[maybe_unused]] const framework::OpKernel* kernel,
           [[maybe_unused]] ArgumentNames* names, std::index_sequence<i...>)
      : variables_{((void)i, KernelVariable(kernel, names->Take()))...} {}
  template <size_t... i>
  S Made(const framework::KernelContext& context,
         std::index_sequence<i...>) const {
    return S{internal::VariableMember{variables_[i], context}...};
  }

  const std::array<KernelVariable, kNames> variables_;
};

}  // namespace paddle::operators
