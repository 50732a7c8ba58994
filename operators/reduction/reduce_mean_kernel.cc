#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMeanKernel final : public ReduceKernel<kernels::ReduceMean<T>> {
 public:
  using ReduceKernel<kernels::ReduceMean<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(reduce_mean, ReduceMeanKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(reduce_mean, ReduceMeanKernel);

}  // namespace paddle::operators
