#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class RmsPropKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::ParamStep<T> step = this->Step(ctx, lazy_);
    const kernels::RmsPropSettings settings{decay_, epsilon_, momentum_};
    if (mean_.present()) {
      kernels::CenteredRmsPropStep(step, settings, squares_(ctx), moment_(ctx),
                                   mean_(ctx));
    } else {
      kernels::RmsPropStep(step, settings, squares_(ctx), moment_(ctx));
    }
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State squares_{this, "MeanSquare"};
  const State moment_{this, "Moment"};
  const State mean_{this, "MeanGrad"};
  const Attr<double> decay_{this, "decay"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<double> momentum_{this, "momentum"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(rmsprop, RmsPropKernel<float>, RmsPropKernel<double>);
REGISTER_OP_CUDA_TWIN(rmsprop, RmsPropKernel<float>, RmsPropKernel<double>);

}  // namespace paddle::operators
