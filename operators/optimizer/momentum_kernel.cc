#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class MomentumKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::MomentumStep<T>(ctx.device(), this->Grad(ctx, lazy_),
                             this->LearningRate(ctx), mu_, nesterov_,
                             this->param()(ctx), velocity_(ctx),
                             &this->param_out()(ctx), &velocity_out_(ctx));
  }

 private:
  using Kernel = framework::OpKernel;
  const Kernel::Input velocity_{this, "Velocity"};
  const Kernel::Output velocity_out_{this, "VelocityOut"};
  const Kernel::Attr<double> mu_{this, "mu"};
  const Kernel::Attr<bool> nesterov_{this, "use_nesterov"};
  const Kernel::Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(momentum, MomentumKernel<float>, MomentumKernel<double>);

}  // namespace paddle::operators
