#include "paddle/operators/optimizer/accumulate.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <class Device, class T>
class AccumulateGradientKernel final : public GradKernel<Device, T> {
 public:
  using GradKernel<Device, T>::GradKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AccumulateGradient<Device, T>(
        // Not lazy: when the sum begins anew, missing rows must become zeros.
        ctx.device<Device>(), this->Grad(ctx, false),
        count_(ctx).template data<int64_t>(), {&sum_(ctx), &out_(ctx)});
  }

 private:
  using Input = framework::OpKernel::Input;
  using Output = framework::OpKernel::Output;
  const Input sum_{this, "Sum"};
  const Input count_{this, "Count"};
  const Output out_{this, "SumOut"};
};

REGISTER_OP_KERNEL(accumulate_gradient, AccumulateGradientKernel, float,
                   double);

}  // namespace paddle::operators
