#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMinKernel final : public ReduceKernel<kernels::ReduceMin<T>> {
 public:
  using ReduceKernel<kernels::ReduceMin<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(reduce_min, ReduceMinKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(reduce_min, ReduceMinKernel);

}  // namespace paddle::operators
