#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMaxGradKernel final
    : public ReduceGradKernel<kernels::ReduceExtremeGrad<T>> {
 public:
  using ReduceGradKernel<kernels::ReduceExtremeGrad<T>>::ReduceGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(reduce_max_grad, ReduceMaxGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(reduce_max_grad, ReduceMaxGradKernel);

}  // namespace paddle::operators
