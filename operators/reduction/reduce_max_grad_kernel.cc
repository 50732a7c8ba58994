#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// Shares its function with the minimum: an element that equals Out is selected.
template <class Device, class T>
using ReduceMaxGradKernel =
    ReduceGradKernel<Device, kernels::ReduceExtremeGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_max_grad, ReduceMaxGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
