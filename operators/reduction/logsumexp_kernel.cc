#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LogSumExpKernel = ReduceKernel<Device, kernels::LogSumExp<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(logsumexp, LogSumExpKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
