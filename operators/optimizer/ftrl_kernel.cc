#include "paddle/operators/optimizer/ftrl.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <class Device, class T>
class FtrlKernel final : public OptimizerKernelBase<Device, T> {
  using Base = OptimizerKernelBase<Device, T>;
  using State = typename Base::State;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& ctx) const override {
    if (static_cast<T>(root_.functor().lr_power) == T(-0.5)) {
      root_.Update(ctx);
    } else {
      any_power_.Update(ctx);
    }
  }

 private:
  std::array<State, 2> States() const {
    return {State(this, "SquaredAccumulator", "SquaredAccumOut"),
            State(this, "LinearAccumulator", "LinearAccumOut")};
  }

  const typename Base::template Step<RootFtrlFunctor> root_{this, States()};
  const typename Base::template Step<FtrlFunctor> any_power_{this, States()};
};

REGISTER_OP_KERNEL(ftrl, FtrlKernel, float, double);

}  // namespace paddle::operators
