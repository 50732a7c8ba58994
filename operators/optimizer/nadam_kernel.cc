#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class NAdamKernel final : public AdamLikeKernel<T> {
 public:
  using AdamLikeKernel<T>::AdamLikeKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    const kernels::NAdamWeights<T> weights{this->settings(), step.rate,
                                           step_(ctx), product_(ctx),
                                           momentum_decay_};
    kernels::AdamStep(step, weights, this->m_(ctx), this->v_(ctx));
    T* product = product_.out(ctx);
    if (product != nullptr) {
      kernels::AdvanceProduct(ctx.device(), weights, product);
    }
    step_.Count(ctx);
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
REGISTER_OP_CUDA_TWIN(nadam, NAdamKernel<float>, NAdamKernel<double>);

}  // namespace paddle::operators
