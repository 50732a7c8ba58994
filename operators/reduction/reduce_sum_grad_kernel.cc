#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// Linear: neither X nor Out is kept for it.
template <class Device, class T>
using ReduceSumGradKernel =
    ReduceLinearGradKernel<Device, kernels::ReduceSumGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_sum_grad, ReduceSumGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
