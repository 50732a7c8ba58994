#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/maxout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// "groups" is not read: the dims of X and Out say it.
template <class Device, class T>
using MaxoutKernel = AxisKernel<Device, kernels::Maxout<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(maxout, MaxoutKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
