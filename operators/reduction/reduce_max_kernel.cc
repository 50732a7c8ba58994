#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceMaxKernel = ReduceKernel<Device, kernels::ReduceMax<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_max, ReduceMaxKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
