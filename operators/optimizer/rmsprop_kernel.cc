#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"
#include "paddle/operators/optimizer/rmsprop.h"

namespace paddle::operators {

template <typename T>
class RmspropKernel final : public OptimizerKernelBase<T> {
  using Base = OptimizerKernelBase<T>;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& ctx) const override {
    if (centered_.state(2).present()) {
      centered_.Update(ctx);
    } else {
      plain_.Update(ctx);
    }
  }

 private:
  const typename Base::template Step<RmspropFunctor> plain_{this};
  const typename Base::template Step<CenteredRmspropFunctor> centered_{this};
};

REGISTER_OP_CPU_KERNEL(rmsprop, RmspropKernel<float>, RmspropKernel<double>);
REGISTER_OP_CUDA_TWIN(rmsprop, RmspropKernel<float>, RmspropKernel<double>);

}  // namespace paddle::operators
