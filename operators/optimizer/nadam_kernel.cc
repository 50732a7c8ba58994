#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class NAdamKernel final : public AdamLikeKernel<T> {
 public:
  using AdamLikeKernel<T>::AdamLikeKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    const double t = step_(ctx) + 1;
    double product = product_(ctx);
    const kernels::AdamRule rule = kernels::NAdamOf(
        this->settings(), step.rate, t, momentum_decay_, &product);
    kernels::AdamStep(step, rule, this->m_(ctx), this->v_(ctx));
    step_.Set(ctx, t);
    product_.Set(ctx, product);
  }

 private:
  using Scalar = typename OptimizerKernel<T>::Scalar;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Scalar step_{this, "Step"};
  const Scalar product_{this, "MuProduct"};
  const Attr<double> momentum_decay_{this, "momentum_decay"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(nadam, NAdamKernel<float>, NAdamKernel<double>);

}  // namespace paddle::operators
