// The kernels of operators that view the same elements in another shape.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {

// Copies X to Out in memory order. Copies nothing if Out has taken over the
// memory of X, as the memory plan lets it.
template <class Device, class T>
class CopyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::CopyElements(context.device<Device>(), x_(context),
                          &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

// Copies Out@GRAD to X@GRAD, if that is wanted.
template <class Device, class T>
class CopyGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::CopyElements(context.device<Device>(), dout_(context), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
