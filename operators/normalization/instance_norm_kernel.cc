#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: InstanceRows picks the
// rows.
template <class Device, class T>
using InstanceNormKernel = NormRowsKernel<Device, T, InstanceRows>;

}  // namespace

REGISTER_OP_KERNEL(instance_norm, InstanceNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
