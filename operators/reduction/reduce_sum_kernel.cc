#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceSumKernel final : public ReduceKernel<kernels::ReduceSum<T>> {
 public:
  using ReduceKernel<kernels::ReduceSum<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(reduce_sum, ReduceSumKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(reduce_sum, ReduceSumKernel);

}  // namespace paddle::operators
