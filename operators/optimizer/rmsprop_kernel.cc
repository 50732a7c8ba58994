#include "paddle/operators/optimizer/optimizer_kernel.h"
#include "paddle/operators/optimizer/rmsprop.h"

namespace paddle::operators {

// Chooses between two functors in each run, so it cannot be made by the build
// as other optimizers are.
template <class Device, class T>
class RmspropKernel final : public OptimizerKernelBase<Device, T> {
  using Base = OptimizerKernelBase<Device, T>;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& ctx) const override {
    // The centered form is chosen by its third state, MeanGrad, not by an
    // attribute: without the state there is nothing to center with.
    if (centered_.state(2).present()) {
      centered_.Update(ctx);
    } else {
      plain_.Update(ctx);
    }
  }

 private:
  // Each reads the same attributes; only one of them is run.
  const typename Base::template Step<RmspropFunctor> plain_{this};
  const typename Base::template Step<CenteredRmspropFunctor> centered_{this};
};

REGISTER_OP_KERNEL(rmsprop, RmspropKernel, float, double);

}  // namespace paddle::operators
