#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: LayerRows picks the
// rows.
template <class Device, class T>
using LayerNormKernel = NormRowsKernel<Device, T, LayerRows>;

}  // namespace

REGISTER_OP_KERNEL(layer_norm, LayerNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
