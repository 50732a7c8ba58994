// Kernels of operators that repeat a tensor.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators {

// Out = X, repeated as NumPy's broadcasting does it.
template <class Device, class T>
class BroadcastKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    auto& out = out_(context);
    kernels::Repeat(context.device<Device>(),
                    kernels::BroadcastOf(x.dims(), out.dims()), x, &out);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

// The gradient: X@GRAD, if it is wanted, = the sums of Out@GRAD.
template <class Device, class T>
class BroadcastGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    kernels::RepeatGrad<Device, T>(
        context.device<Device>(), kernels::BroadcastOf(dx->dims(), dout.dims()),
        dout, [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
