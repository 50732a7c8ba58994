#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMaxKernel final : public ReduceKernel<kernels::ReduceMax<T>> {
 public:
  using ReduceKernel<kernels::ReduceMax<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(reduce_max, ReduceMaxKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(reduce_max, ReduceMaxKernel);

}  // namespace paddle::operators
