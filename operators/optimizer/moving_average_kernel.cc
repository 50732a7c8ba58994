#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/accumulate.h"

namespace paddle::operators {

template <class Device, class T>
class MovingAverageKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // The weight is a tensor, not an attribute: it may change from run to run.
    kernels::MovingAverage<Device, T>(ctx.device<Device>(), x_(ctx),
                                      weight_(ctx).template data<T>(),
                                      {&average_(ctx), &out_(ctx)});
  }

 private:
  const Input x_{this, "X"};
  const Input average_{this, "Average"};
  const Input weight_{this, "Weight"};
  const Output out_{this, "AverageOut"};
};

REGISTER_OP_KERNEL(moving_average, MovingAverageKernel, float, double);

}  // namespace paddle::operators
