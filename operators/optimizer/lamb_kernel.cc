#include "paddle/operators/optimizer/lamb.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <class Device, class T>
class LambKernel final : public OptimizerKernelBase<Device, T> {
 public:
  using OptimizerKernelBase<Device, T>::OptimizerKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    moments_.Update(ctx);
    // `moments_` has left the parameter as it was and copied it to the output.
    kernels::FollowLamb(
        ctx.device<Device>(), moments_.RuleOf(ctx),
        [&](size_t bytes) { return ctx.Workspace(bytes); },
        *moments_.state(0)(ctx).out, *moments_.state(1)(ctx).out,
        this->param_(ctx).out);
    // Last, since the direction depends on the powers of this step.
    moments_.Advance(ctx);
  }

 private:
  const typename OptimizerKernelBase<Device, T>::template Step<LambFunctor>
      moments_{this};
};

REGISTER_OP_KERNEL(lamb, LambKernel, float, double);

}  // namespace paddle::operators
