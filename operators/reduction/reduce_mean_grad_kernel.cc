#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMeanGradKernel final
    : public ReduceLinearGradKernel<kernels::ReduceMeanGrad<T>> {
 public:
  using ReduceLinearGradKernel<
      kernels::ReduceMeanGrad<T>>::ReduceLinearGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(reduce_mean_grad,
                                         ReduceMeanGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(reduce_mean_grad, ReduceMeanGradKernel);

}  // namespace paddle::operators
