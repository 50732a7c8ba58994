#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceMinKernel = ReduceKernel<Device, kernels::ReduceMin<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_min, ReduceMinKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
