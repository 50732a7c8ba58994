#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class ProximalAdagradKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::ProximalAdagradStep(this->Step(ctx, lazy_), l1_, l2_,
                                 moment_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State moment_{this, "Moment"};
  const Attr<double> l1_{this, "l1"};
  const Attr<double> l2_{this, "l2"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(proximal_adagrad, ProximalAdagradKernel<float>,
                       ProximalAdagradKernel<double>);
REGISTER_OP_CUDA_TWIN(proximal_adagrad, ProximalAdagradKernel<float>,
                      ProximalAdagradKernel<double>);

}  // namespace paddle::operators
