#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceProdKernel = ReduceKernel<Device, kernels::ReduceProd<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_prod, ReduceProdKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
