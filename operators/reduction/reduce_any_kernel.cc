#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceAnyKernel final : public ReduceKernel<kernels::ReduceAny<T>> {
 public:
  using ReduceKernel<kernels::ReduceAny<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(reduce_any, ReduceAnyKernel<bool>);
REGISTER_OP_CUDA_TWIN(reduce_any, ReduceAnyKernel<bool>);

}  // namespace paddle::operators
