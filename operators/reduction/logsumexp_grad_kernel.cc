#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LogSumExpGradKernel =
    ReduceGradKernel<Device, kernels::LogSumExpGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(logsumexp_grad, LogSumExpGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
