#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdamKernel final : public AdamPowersKernel<T> {
 public:
  using AdamPowersKernel<T>::AdamPowersKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    kernels::AdamWeights<T> weights = this->Weights(ctx, step, 0);
    weights.settings.epsilon_hat = epsilon_hat_;
    kernels::AdamStep(step, weights, this->m_(ctx), this->v_(ctx));
    this->Advance(ctx);
  }

 private:
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Attr<bool> lazy_{this, "lazy_mode"};
  const Attr<bool> epsilon_hat_{this, "epsilon_hat"};
};

REGISTER_OP_CPU_KERNEL(adam, AdamKernel<float>, AdamKernel<double>);
REGISTER_OP_CUDA_TWIN(adam, AdamKernel<float>, AdamKernel<double>);

}  // namespace paddle::operators
