// The kernel of operators that fill a tensor with one number; they differ in
// their schemas, which say what shape Out has.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {

// Computes Out = value, converted to Out's data type. T selects the kernel and
// does not matter here: Fill looks at the tensor.
template <class Device, class T>
class FillConstantKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Fill(context.device<Device>(), value_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  // Holds a double or an integer, whichever the program has, so that an int64
  // constant is exact.
  const NumberAttr value_{this, "value"};
};

}  // namespace paddle::operators
