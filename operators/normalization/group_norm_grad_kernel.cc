#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using GroupNormGradKernel = NormRowsGradKernel<Device, T, GroupRows>;

}  // namespace

REGISTER_OP_KERNEL(group_norm_grad, GroupNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
