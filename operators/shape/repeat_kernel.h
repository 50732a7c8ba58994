// The kernels of operators that repeat a tensor by broadcasting.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators {

// Computes Out = X broadcast to the shape of Out by NumPy's rule.
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

// Computes X@GRAD, if it is wanted: the sum of Out@GRAD over the copies of each
// element. It needs no X: the shapes of both gradients give the repetition.
template <class Device, class T>
class BroadcastGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    // The workspace holds partial sums if one sum is divided among threads.
    kernels::RepeatGrad<Device, T>(
        context.device<Device>(), kernels::BroadcastOf(dx->dims(), dout.dims()),
        dout, [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
