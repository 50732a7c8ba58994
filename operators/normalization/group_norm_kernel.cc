#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: GroupRows picks the
// rows.
template <class Device, class T>
class GroupNormKernel final : public NormRowsKernel<Device, T, GroupRows> {
 public:
  using NormRowsKernel<Device, T, GroupRows>::NormRowsKernel;
};

}  // namespace

REGISTER_OP_KERNEL(group_norm, GroupNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
