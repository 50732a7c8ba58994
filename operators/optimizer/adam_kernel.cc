#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdamKernel final : public AdamPowersKernel<T> {
 public:
  using AdamPowersKernel<T>::AdamPowersKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    kernels::AdamStep(step,
                      kernels::AdamOf(this->settings(), step.rate,
                                      this->power1(ctx), this->power2(ctx)),
                      this->m_(ctx), this->v_(ctx));
    this->Advance(ctx);
  }

 private:
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(adam, AdamKernel<float>, AdamKernel<double>);

}  // namespace paddle::operators
