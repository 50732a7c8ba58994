#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// From Out alone: X need not live until the gradient.
template <class Device, class T>
using LogSoftmaxGradKernel =
    AxisGradKernel<Device, kernels::LogSoftmaxGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(log_softmax_grad, LogSoftmaxGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
