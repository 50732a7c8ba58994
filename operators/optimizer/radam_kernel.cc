#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class RAdamKernel final : public AdamLikeKernel<T> {
 public:
  using AdamLikeKernel<T>::AdamLikeKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    const kernels::RAdamWeights<T> weights{this->settings(), step.rate,
                                           step_(ctx)};
    kernels::AdamStep(step, weights, this->m_(ctx), this->v_(ctx));
    step_.Count(ctx);
  }

 private:
  using Scalar = typename OptimizerKernel<T>::Scalar;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Scalar step_{this, "Step"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(radam, RAdamKernel<float>, RAdamKernel<double>);
REGISTER_OP_CUDA_TWIN(radam, RAdamKernel<float>, RAdamKernel<double>);

}  // namespace paddle::operators
