// The kernels of activations: class templates of a functor, which
// activation_loops.h describes. The build registers them for each _activation
// of ops.bzl. Attributes reach the functor as
// operators/common/functor_attributes.h says.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/common/functor_attributes.h"

namespace paddle::operators {

// ActivationKernel<Functor> has the kernel `Of`, which computes Out from X. A
// nested template, so that `Of` is the template of Device and T that kernels
// are registered by. Out may have the memory of X.
template <typename Functor>
struct ActivationKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      kernels::Activate<Device, T>(context.device<Device>(), functor_,
                                   x_(context), &out_(context));
    }

   private:
    const Input x_{this, "X"};
    const Output out_{this, "Out"};
    // Made once, when the program is compiled, not at each run.
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

// ActivationGradKernel<Functor> has the kernel `Of`, which computes X@GRAD from
// Out@GRAD and from X or Out, whichever the functor reads; the schema says the
// same by ActivationGradFromX or ActivationGradFromOut. Does nothing if X@GRAD
// is not wanted.
template <typename Functor>
struct ActivationGradKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      auto* dx = dx_.get(context);
      if (dx == nullptr) return;
      kernels::ActivateGrad<Device, T>(context.device<Device>(), functor_,
                                       saved_(context), dout_(context), dx);
    }

   private:
    const Input saved_{this, Functor::kGradReadsOut ? "Out" : "X"};
    const Input dout_{this, "Out@GRAD"};
    const Output dx_{this, "X@GRAD"};
    const Functor functor_ = MakeFunctor<Functor>(arguments());
  };
};

}  // namespace paddle::operators
