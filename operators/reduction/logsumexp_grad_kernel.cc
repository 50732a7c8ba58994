#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LogSumExpGradKernel final
    : public ReduceGradKernel<Device, kernels::LogSumExpGrad<Device, T>> {
 public:
  using ReduceGradKernel<Device,
                         kernels::LogSumExpGrad<Device, T>>::ReduceGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(logsumexp_grad, LogSumExpGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
