#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GroupNormGradKernel final
    : public NormRowsGradKernel<Device, T, GroupRows> {
 public:
  using NormRowsGradKernel<Device, T, GroupRows>::NormRowsGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(group_norm_grad, GroupNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
