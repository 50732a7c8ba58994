#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSumExpKernel final : public ReduceKernel<kernels::LogSumExp<T>> {
 public:
  using ReduceKernel<kernels::LogSumExp<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(logsumexp, LogSumExpKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(logsumexp, LogSumExpKernel);

}  // namespace paddle::operators
