#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/creation/add_constant.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class IncrementKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The step is converted exactly, as an integer if it is one.
    kernels::AddConstant<Device, T>(context.device<Device>(), x_(context),
                                    kernels::ConvertNumber<T>(step_),
                                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  // Holds a double or an integer: a counter of 64 bits is never rounded.
  const NumberAttr step_{this, "step"};
};

}  // namespace

REGISTER_OP_KERNEL(increment, IncrementKernel, float, double, int32_t, int64_t);

}  // namespace paddle::operators
