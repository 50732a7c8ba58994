#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdagradKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AdagradStep(this->Step(ctx, true), epsilon_, moment_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State moment_{this, "Moment"};
  const Attr<double> epsilon_{this, "epsilon"};
};

REGISTER_OP_CPU_KERNEL(adagrad, AdagradKernel<float>, AdagradKernel<double>);
REGISTER_OP_CUDA_TWIN(adagrad, AdagradKernel<float>, AdagradKernel<double>);

}  // namespace paddle::operators
