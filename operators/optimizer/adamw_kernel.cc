#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdamWKernel final : public AdamPowersKernel<T> {
 public:
  using AdamPowersKernel<T>::AdamPowersKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    kernels::AdamStep(step, this->Weights(ctx, step, decay_), this->m_(ctx),
                      this->v_(ctx));
    this->Advance(ctx);
  }

 private:
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Attr<double> decay_{this, "coeff"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(adamw, AdamWKernel<float>, AdamWKernel<double>);
REGISTER_OP_CUDA_TWIN(adamw, AdamWKernel<float>, AdamWKernel<double>);

}  // namespace paddle::operators
