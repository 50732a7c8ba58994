#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class LambKernel final : public AdamPowersKernel<T> {
 public:
  using AdamPowersKernel<T>::AdamPowersKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, false);
    kernels::LambStep(
        step, this->Weights(ctx, step, decay_),
        [&](size_t bytes) { return ctx.Workspace(bytes); }, this->m_(ctx),
        this->v_(ctx));
    this->Advance(ctx);
  }

 private:
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const Attr<double> decay_{this, "weight_decay"};
};

REGISTER_OP_CPU_KERNEL(lamb, LambKernel<float>, LambKernel<double>);
REGISTER_OP_CUDA_TWIN(lamb, LambKernel<float>, LambKernel<double>);

}  // namespace paddle::operators
