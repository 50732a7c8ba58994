// The kernels of activations, which differ only in a functor (see
// activation_loops.h). The build registers them for each _activation in
// ops.bzl. The attributes of the operator become members of the functor (see
// operators/common/functor_attributes.h).
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/activation_tile.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/common/functor_attributes.h"

namespace paddle::operators {

// Computes Out = functor(X) elementwise. Out has the shape of X and may have
// its memory. The kernel is the nested template `Of`, because kernels are
// registered as templates of Device and T alone.
template <typename Functor>
struct ActivationKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel,
                   public ActivationTile<Device, T, Of<Device, T>> {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      kernels::Activate<Device, T>(context.device<Device>(), functor_,
                                   x_(context), &out_(context));
    }
    template <typename Visit>
    void WithFunctor(const Visit& visit) const {
      visit(functor_);
    }

   private:
    const Input x_{this, "X"};
    const Output out_{this, "Out"};
    // Made with the kernel, when the block is compiled: a run reads no
    // attribute.
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

// Computes X@GRAD = Out@GRAD * functor'(X); nothing if X@GRAD is not wanted.
// The derivative is computed from X or from Out, whichever the functor reads.
// The schema must declare the same slot, with ActivationGradFromX or
// ActivationGradFromOut: only that one is kept for the backward pass. X@GRAD
// may have the memory of Out@GRAD. Every element of X@GRAD is written.
template <typename Functor>
struct ActivationGradKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel, public ElementwiseTile {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      auto* dx = dx_.get(context);
      if (dx == nullptr) return;
      kernels::ActivateGrad<Device, T>(context.device<Device>(), functor_,
                                       saved_(context), dout_(context), dx);
    }
    // Reads Out@GRAD and the slot that is kept, in this order.
    void ComputeTile(int64_t size, const void* const* in,
                     void* out) const override {
      if constexpr (!platform::kIsCUDA<Device>) {
        const TileArrays<T> arrays(in, out);
        kernels::ActivateGradElements(functor_, size, arrays.in(1),
                                      arrays.in(0), arrays.out());
      }
    }

   private:
    const Input saved_{this, Functor::kGradReadsOut ? "Out" : "X"};
    const Input dout_{this, "Out@GRAD"};
    const Output dx_{this, "X@GRAD"};
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

}  // namespace paddle::operators
