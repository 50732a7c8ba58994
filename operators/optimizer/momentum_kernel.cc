#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class MomentumKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::MomentumStep(this->Step(ctx, lazy_), mu_, nesterov_,
                          velocity_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State velocity_{this, "Velocity"};
  const Attr<double> mu_{this, "mu"};
  const Attr<bool> nesterov_{this, "use_nesterov"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(momentum, MomentumKernel<float>, MomentumKernel<double>);
REGISTER_OP_CUDA_TWIN(momentum, MomentumKernel<float>, MomentumKernel<double>);

}  // namespace paddle::operators
