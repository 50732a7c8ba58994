#include "paddle/operators/optimizer/ftrl.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

// There are no numbers to advance: a step of FTRL does not know how many came
// before.
template <class Device, class T>
class FtrlKernel final : public OptimizerKernelBase<Device, T> {
  using Base = OptimizerKernelBase<Device, T>;
  using State = typename Base::State;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& ctx) const override {
    // Compared in T: the loop would use the power rounded to T, too.
    if (static_cast<T>(root_.functor().lr_power) == T(-0.5)) {
      root_.Update(ctx);
    } else {
      any_power_.Update(ctx);
    }
  }

 private:
  // The outputs are not called after their inputs: "Accum", not "Accumulator".
  std::array<State, 2> States() const {
    return {State(this, "SquaredAccumulator", "SquaredAccumOut"),
            State(this, "LinearAccumulator", "LinearAccumOut")};
  }

  // Both steps are made with the kernel; the attribute picks one in each run.
  const typename Base::template Step<RootFtrlFunctor> root_{this, States()};
  const typename Base::template Step<FtrlFunctor> any_power_{this, States()};
};

REGISTER_OP_KERNEL(ftrl, FtrlKernel, float, double);

}  // namespace paddle::operators
