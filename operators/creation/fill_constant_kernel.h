// The kernel of operators that fill a tensor with one number.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {

// Out = value. T picks the kernel and does not matter here.
template <class Device, class T>
class FillConstantKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Fill(context.device<Device>(), value_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const NumberAttr value_{this, "value"};
};

}  // namespace paddle::operators
