#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class SgdKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::SgdStep(this->Step(ctx, true));
  }
};

REGISTER_OP_CPU_KERNEL(sgd, SgdKernel<float>, SgdKernel<double>);
REGISTER_OP_CUDA_TWIN(sgd, SgdKernel<float>, SgdKernel<double>);

}  // namespace paddle::operators
