// Kernels of functions along one axis, which differ in the function alone.
#pragma once

#include "paddle/framework/executor/op_kernel.h"

namespace paddle::operators {

// Computes Out, a function of X along the attribute "axis", which may count
// from the back. `kFunction` takes a device, x, the axis counted from the
// front, and the output; it is a parameter of the template, so the call is
// direct.
template <class Device, auto kFunction>
class AxisKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kFunction(ctx.device<Device>(), x,
              framework::NormalizeAxis(axis_, x.rank()), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  // Counted from the front only in a run, when the rank is known.
  const Attr<int64_t> axis_{this, "axis"};
};

// Computes the gradient of a function whose derivative is known from Out alone,
// so that X need not be kept. `kGradient` takes a device, out, its gradient,
// the axis and the gradient of x.
template <class Device, auto kGradient>
class AxisGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& out = out_(ctx);
    kGradient(ctx.device<Device>(), out, d_out_(ctx),
              framework::NormalizeAxis(axis_, out.rank()), d_x);
  }

 private:
  const Input out_{this, "Out"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace paddle::operators
