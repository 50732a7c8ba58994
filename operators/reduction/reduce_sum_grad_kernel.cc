#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceSumGradKernel final
    : public ReduceLinearGradKernel<kernels::ReduceSumGrad<T>> {
 public:
  using ReduceLinearGradKernel<
      kernels::ReduceSumGrad<T>>::ReduceLinearGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(reduce_sum_grad, ReduceSumGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(reduce_sum_grad, ReduceSumGradKernel);

}  // namespace paddle::operators
