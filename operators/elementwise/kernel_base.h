// The kernels of elementwise arithmetic: class templates of a functor, which
// operators/math/loops/elementwise.h describes. The build registers them for
// each _elementwise of ops.bzl, for the CPU and, from the same source, for
// CUDA. The nested `Of` is a template of Device and T, as registration needs
// it.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/math/loops/elementwise.h"

namespace paddle::operators {

// ElementwiseKernel<Functor> has the kernel `Of`, which computes Out from X and
// Y. The shapes are aligned at each run, as their sizes may differ from run to
// run.
template <typename Functor>
struct ElementwiseKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      const auto& x = x_(context);
      const auto& y = y_(context);
      // Out may have the memory of X (MayReuse), if the dims agree.
      kernels::Elementwise<Device, T, Functor>(
          context.device<Device>(), x, y,
          AlignedDims(x.dims(), y.dims(), axis_), &out_(context));
    }

   private:
    const Input x_{this, "X"};
    const Input y_{this, "Y"};
    const Output out_{this, "Out"};
    const Attr<int64_t> axis_{this, "axis"};
  };
};

// ElementwiseGradKernel<Functor> has the kernel `Of`, which computes X@GRAD and
// Y@GRAD, either of which may be unwanted.
template <typename Functor>
struct ElementwiseGradKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      const auto& x = x_(context);
      const auto& y = y_(context);
      // X and Y are read by functors with kGradReadsInputs only; for the others
      // the operator needs their shapes.
      kernels::ElementwiseGrad<Device, T, Functor>(
          context.device<Device>(), dout_(context), &x, &y, x.dims(),
          AlignedDims(x.dims(), y.dims(), axis_),
          [&](size_t bytes) { return context.Workspace(bytes); },
          dx_.get(context), dy_.get(context));
    }

   private:
    const Input x_{this, "X"};
    const Input y_{this, "Y"};
    const Input dout_{this, "Out@GRAD"};
    const Output dx_{this, "X@GRAD"};
    const Output dy_{this, "Y@GRAD"};
    const Attr<int64_t> axis_{this, "axis"};
  };
};

}  // namespace paddle::operators
