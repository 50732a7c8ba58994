#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using SoftmaxKernel = AxisKernel<Device, kernels::Softmax<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(softmax, SoftmaxKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
