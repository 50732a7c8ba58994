#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdamaxKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AdamaxStep(this->Step(ctx, lazy_), {beta1_, beta2_, epsilon_},
                        power_(ctx), moment_(ctx), norm_(ctx));
    power_.Scale(ctx, beta1_);
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  using Scalar = typename OptimizerKernel<T>::Scalar;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State moment_{this, "Moment"};
  const State norm_{this, "InfNorm"};
  const Scalar power_{this, "Beta1Pow"};
  const Attr<double> beta1_{this, "beta1"};
  const Attr<double> beta2_{this, "beta2"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(adamax, AdamaxKernel<float>, AdamaxKernel<double>);
REGISTER_OP_CUDA_TWIN(adamax, AdamaxKernel<float>, AdamaxKernel<double>);

}  // namespace paddle::operators
