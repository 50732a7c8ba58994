#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceAllKernel final : public ReduceKernel<kernels::ReduceAll<T>> {
 public:
  using ReduceKernel<kernels::ReduceAll<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(reduce_all, ReduceAllKernel<bool>);
REGISTER_OP_CUDA_TWIN(reduce_all, ReduceAllKernel<bool>);

}  // namespace paddle::operators
