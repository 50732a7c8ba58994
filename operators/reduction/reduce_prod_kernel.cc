#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceProdKernel final : public ReduceKernel<kernels::ReduceProd<T>> {
 public:
  using ReduceKernel<kernels::ReduceProd<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(reduce_prod, ReduceProdKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(reduce_prod, ReduceProdKernel);

}  // namespace paddle::operators
