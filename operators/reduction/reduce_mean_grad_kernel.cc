#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceMeanGradKernel =
    ReduceLinearGradKernel<Device, kernels::ReduceMeanGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_mean_grad, ReduceMeanGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
