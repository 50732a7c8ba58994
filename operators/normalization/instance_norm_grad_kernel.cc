#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using InstanceNormGradKernel = NormRowsGradKernel<Device, T, InstanceRows>;

}  // namespace

REGISTER_OP_KERNEL(instance_norm_grad, InstanceNormGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
