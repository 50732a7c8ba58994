#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSumExpGradKernel final
    : public ReduceGradKernel<kernels::LogSumExpGrad<T>> {
 public:
  using ReduceGradKernel<kernels::LogSumExpGrad<T>>::ReduceGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(logsumexp_grad, LogSumExpGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(logsumexp_grad, LogSumExpGradKernel);

}  // namespace paddle::operators
