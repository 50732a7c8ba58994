#include "paddle/operators/optimizer/optimizer_kernel.h"
#include "paddle/operators/optimizer/rmsprop.h"

namespace paddle::operators {

template <class Device, class T>
class RmspropKernel final : public OptimizerKernelBase<Device, T> {
  using Base = OptimizerKernelBase<Device, T>;

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

REGISTER_OP_KERNEL(rmsprop, RmspropKernel, float, double);

}  // namespace paddle::operators
