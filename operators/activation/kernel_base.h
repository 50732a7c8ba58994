// The kernels that functions of one tensor share: class templates of a functor,
// which operators/activation/activation_loops.h describes. The build registers
// them for each _activation of ops.bzl. If the operator has attributes, the
// functor names them and has a member for each, in the same order:
//
//   struct LeakyReluFunctor {
//     static constexpr const char* kAttributes[] = {"alpha"};
//     double alpha;
//     ...
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"

namespace paddle::operators {

namespace internal {

template <typename Functor, typename = void>
inline constexpr size_t kNumAttributes = 0;
template <typename Functor>
inline constexpr size_t
    kNumAttributes<Functor, std::void_t<decltype(Functor::kAttributes)>> =
        std::size(Functor::kAttributes);

template <typename Functor, size_t... i>
Functor MakeFunctor([[maybe_unused]] const framework::OpArguments& arguments,
                    std::index_sequence<i...>) {
  return Functor{
      framework::AttributeOf<double>(arguments, Functor::kAttributes[i])...};
}

}  // namespace internal

template <typename Functor>
Functor MakeFunctor(const framework::OpArguments& arguments) {
  return internal::MakeFunctor<Functor>(
      arguments, std::make_index_sequence<internal::kNumAttributes<Functor>>());
}

// ActivationKernel<Functor>::Of<T> computes Out from X.
template <typename Functor>
struct ActivationKernel {
  template <typename T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      kernels::Activate<T>(context.device(), functor_, x_(context),
                           &out_(context));
    }

   private:
    const Input x_{this, "X"};
    const Output out_{this, "Out"};
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

// ActivationGradKernel<Functor>::Of<T> computes the gradient of X.
template <typename Functor>
struct ActivationGradKernel {
  template <typename T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      auto* dx = dx_.get(context);
      if (dx == nullptr) return;
      kernels::ActivateGrad<T>(context.device(), functor_, saved_(context),
                               dout_(context), dx);
    }

   private:
    const Input saved_{this, Functor::kGradReadsOut ? "Out" : "X"};
    const Input dout_{this, "Out@GRAD"};
    const Output dx_{this, "X@GRAD"};
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

}  // namespace paddle::operators
