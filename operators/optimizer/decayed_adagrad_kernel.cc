#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class DecayedAdagradKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::DecayedAdagradStep(this->Step(ctx, lazy_), decay_, epsilon_,
                                moment_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State moment_{this, "Moment"};
  const Attr<double> decay_{this, "decay"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(decayed_adagrad, DecayedAdagradKernel<float>,
                       DecayedAdagradKernel<double>);
REGISTER_OP_CUDA_TWIN(decayed_adagrad, DecayedAdagradKernel<float>,
                      DecayedAdagradKernel<double>);

}  // namespace paddle::operators
