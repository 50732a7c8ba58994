#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LayerNormGradKernel = NormRowsGradKernel<Device, T, LayerRows>;

}  // namespace

REGISTER_OP_KERNEL(layer_norm_grad, LayerNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
