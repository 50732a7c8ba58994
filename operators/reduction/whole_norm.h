// The kernels of l1_norm and squared_l2_norm: sums of powers of all elements.
// Each operator derives a class from them with its power.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/vector_norm.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {

// Computes Out = sum(|X|^kPower) over all axes, for kPower 1 or 2, each of
// which has a loop of its own in SumOfPowers.
template <class Device, class T, int kPower>
class WholeNormKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // All axes are reduced: all bits are set, whatever the rank.
    kernels::SumOfPowers<Device, T>(
        context.device<Device>(), x_(context), kPower, kernels::AxisSet().set(),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

// Computes X@GRAD = Out@GRAD * sign(X), or 2 Out@GRAD X for kPower 2. The sum
// has no root, so Out is not needed.
template <class Device, class T, int kPower>
class WholeNormGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::SumOfPowersGrad<Device, T>(context.device<Device>(), x_(context),
                                        dout_(context), kPower,
                                        kernels::AxisSet().set(), dx);
  }

 private:
  const Input x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
