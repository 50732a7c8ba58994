#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// From Out alone: X need not live until the gradient.
template <class Device, class T>
using SoftmaxGradKernel =
    AxisGradKernel<Device, kernels::SoftmaxGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(softmax_grad, SoftmaxGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
