#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceProdGradKernel final
    : public ReduceGradKernel<kernels::ReduceProdGrad<T>> {
 public:
  using ReduceGradKernel<kernels::ReduceProdGrad<T>>::ReduceGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(reduce_prod_grad,
                                         ReduceProdGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(reduce_prod_grad, ReduceProdGradKernel);

}  // namespace paddle::operators
