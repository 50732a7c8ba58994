// What l1_norm and squared_l2_norm share: sums of powers of all elements.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {

template <class Device, class T, int kPower>
class WholeNormKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::SumOfPowers<Device, T>(
        context.device<Device>(), x_(context), kPower, kernels::AxisSet().set(),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

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
