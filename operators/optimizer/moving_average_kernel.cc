#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/accumulate.h"

namespace paddle::operators {

template <typename T>
class MovingAverageKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::MovingAverage<T>(ctx.device(), x_(ctx),
                              weight_(ctx).template data<T>(),
                              {&average_(ctx), &out_(ctx)});
  }

 private:
  const Input x_{this, "X"};
  const Input average_{this, "Average"};
  const Input weight_{this, "Weight"};
  const Output out_{this, "AverageOut"};
};

REGISTER_OP_CPU_KERNEL(moving_average, MovingAverageKernel<float>,
                       MovingAverageKernel<double>);
REGISTER_OP_CUDA_TWIN(moving_average, MovingAverageKernel<float>,
                      MovingAverageKernel<double>);

}  // namespace paddle::operators
