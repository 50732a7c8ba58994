#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/accumulate.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AccumulateGradientKernel final : public GradKernel<T> {
 public:
  using GradKernel<T>::GradKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AccumulateGradient<T>(ctx.device(), this->Grad(ctx, false),
                                   count_(ctx).template data<int64_t>(),
                                   {&sum_(ctx), &out_(ctx)});
  }

 private:
  using Input = framework::OpKernel::Input;
  using Output = framework::OpKernel::Output;
  const Input sum_{this, "Sum"};
  const Input count_{this, "Count"};
  const Output out_{this, "SumOut"};
};

REGISTER_OP_CPU_KERNEL(accumulate_gradient, AccumulateGradientKernel<float>,
                       AccumulateGradientKernel<double>);
REGISTER_OP_CUDA_TWIN(accumulate_gradient, AccumulateGradientKernel<float>,
                      AccumulateGradientKernel<double>);

}  // namespace paddle::operators
