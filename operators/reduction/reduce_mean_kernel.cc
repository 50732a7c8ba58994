#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceMeanKernel = ReduceKernel<Device, kernels::ReduceMean<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_mean, ReduceMeanKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
