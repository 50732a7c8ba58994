#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class InstanceNormGradKernel final
    : public NormRowsGradKernel<Device, T, InstanceRows> {
 public:
  using NormRowsGradKernel<Device, T, InstanceRows>::NormRowsGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(instance_norm_grad, InstanceNormGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
