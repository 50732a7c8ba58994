#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceMinGradKernel =
    ReduceGradKernel<Device, kernels::ReduceExtremeGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_min_grad, ReduceMinGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
