#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// The axis may count from the back: AxisKernel turns it around.
template <class Device, class T>
using LogSoftmaxKernel = AxisKernel<Device, kernels::LogSoftmax<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(log_softmax, LogSoftmaxKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
