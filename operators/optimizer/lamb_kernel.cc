#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/lamb.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class LambKernel final : public OptimizerKernelBase<T> {
 public:
  using OptimizerKernelBase<T>::OptimizerKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    moments_.Update(ctx);
    kernels::FollowLamb(
        ctx.device(), moments_.RuleOf(ctx),
        [&](size_t bytes) { return ctx.Workspace(bytes); },
        *moments_.state(0)(ctx).out, *moments_.state(1)(ctx).out,
        this->param_(ctx).out);
    moments_.Advance(ctx);
  }

 private:
  const typename OptimizerKernelBase<T>::template Step<LambFunctor> moments_{
      this};
};

REGISTER_OP_CPU_KERNEL(lamb, LambKernel<float>, LambKernel<double>);
REGISTER_OP_CUDA_TWIN(lamb, LambKernel<float>, LambKernel<double>);

}  // namespace paddle::operators
