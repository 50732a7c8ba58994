#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: GroupRows picks the
// rows.
template <class Device, class T>
using GroupNormKernel = NormRowsKernel<Device, T, GroupRows>;

}  // namespace

REGISTER_OP_KERNEL(group_norm, GroupNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
