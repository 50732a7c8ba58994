#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceSumKernel = ReduceKernel<Device, kernels::ReduceSum<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_sum, ReduceSumKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
