#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdadeltaKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AdadeltaStep(this->Step(ctx, lazy_), rho_, epsilon_, squares_(ctx),
                          updates_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State squares_{this, "AvgSquaredGrad"};
  const State updates_{this, "AvgSquaredUpdate"};
  const Attr<double> rho_{this, "rho"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(adadelta, AdadeltaKernel<float>, AdadeltaKernel<double>);
REGISTER_OP_CUDA_TWIN(adadelta, AdadeltaKernel<float>, AdadeltaKernel<double>);

}  // namespace paddle::operators
