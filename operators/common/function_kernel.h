// Kernels that call a plain function and do nothing else. The types of its
// parameters say what they receive, and a list of names, which slot or
// attribute:
//
//   Device (the first)     the device of the run; not named
//   const Tensor&          a variable; also LoDTensor, SelectedRows and
//                          TensorArray
//   const Tensor*          a variable that may be absent; the name "" says that
//                          this operator has none
//   Tensor*                an output that may be absent
//   Span<const Tensor* const>, Span<Tensor* const>
//                          the variables of a list, null where one is absent
//   Offsets                the last level of the sequences of a variable
//   bool, int64_t, double, std::string, a vector of int64_t or double
//                          an attribute; for the name "", that of A()
//   an enum                the attribute, a string, as ParseAttribute reads it
//   Number                 a number of the tensor's type (number_attr.h)
//   int                    an axis: the attribute, which may count from the
//                          back, as an axis of the operator's first input
//   RandomKey              the operator's random numbers; the name of the seed
//   Workspace, Allocator*  those of the run; not named
//   a struct               its members, each with a name: either attributes,
//                          or pointers and references to Tensors, and Offsets
//
//   constexpr absl::string_view kNames[] = {"X", "Label", "Y"};
//   template <class Device, class T>
//   using BprLossKernel =
//       FunctionKernel<Device, kernels::BprLoss<Device, T>, kNames>;
//
// The build writes that for `calls("kernels::BprLoss", ["X", "Label", "Y"],
// ...)` in ops.bzl (tools/bazel/kernel_source.bzl). A function that only the
// kernel needs is in <op>_kernel.cc itself, which registers it with
// REGISTER_FUNCTION_KERNEL or, without data types, REGISTER_FUNCTION_OPERATOR.
#pragma once

#include <iterator>
#include <tuple>
#include <type_traits>

#include "paddle/operators/common/kernel_argument.h"
#include "paddle/operators/common/list_argument.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// Calls kFunction with the variables and attributes kNames. Does nothing if
// the program wants none of the outputs. Immutable, as all kernels are.
template <class Device, auto kFunction, const auto& kNames,
          typename Signature = std::decay_t<decltype(kFunction)>>
class FunctionKernel;

template <class Device, auto kFunction, const auto& kNames, class AnyDevice,
          class... P>
class FunctionKernel<Device, kFunction, kNames, void (*)(AnyDevice, P...)> final
    : public framework::OpKernel {
 public:
  explicit FunctionKernel(const framework::OpArguments& arguments)
      : FunctionKernel(arguments, ArgumentNames(std::begin(kNames))) {}
  void Compute(const framework::KernelContext& context) const override {
    if (!wanted_) return;
    std::apply(
        [&](const auto&... argument) {
          // Direct: kFunction is an argument of the template.
          kFunction(context.device<Device>(), argument(context)...);
        },
        arguments_);
  }

 private:
  static_assert((0 + ... + internal::ArgumentFor<P>::kNames) ==
                    std::size(kNames),
                "one name for each parameter that is named");

  FunctionKernel(const framework::OpArguments& arguments, ArgumentNames names)
      : OpKernel(arguments),
        // Braces: the parameters take their names in order.
        arguments_{internal::ArgumentFor<P>(this, &names)...},
        wanted_(std::apply(
            [](const auto&... argument) { return (argument.wanted() || ...); },
            arguments_)) {}

  const std::tuple<internal::ArgumentFor<P>...> arguments_;
  const bool wanted_;
};

}  // namespace paddle::operators

// Registers a function, a template of Device and T, as the kernels of an
// operator, one for each data type, for the device that the source is compiled
// for. `kNames` are the names of its parameters.
//
//   constexpr absl::string_view kNames[] = {"X", "axis", "Out"};
//   REGISTER_FUNCTION_KERNEL(flip, Flip, kNames, PADDLE_ALL_TYPES);
//
// The alias is named after the operator: gcc would share functions that are
// instantiated with aliases of one name between two sources.
#define REGISTER_FUNCTION_KERNEL(type, Function, kNames, ...)                  \
  template <class Device, class T>                                             \
  using KernelOf_##type = FunctionKernel<Device, Function<Device, T>, kNames>; \
  REGISTER_OP_KERNEL(type, KernelOf_##type, __VA_ARGS__)

// Registers a function of platform::DeviceContext, any device, as an operator
// that runs on every place and does no arithmetic on one data type.
#define REGISTER_FUNCTION_OPERATOR(type, Function, kNames)                 \
  using KernelOf_##type =                                                  \
      FunctionKernel<::paddle::platform::DeviceContext, Function, kNames>; \
  REGISTER_OPERATOR(type, KernelOf_##type)
