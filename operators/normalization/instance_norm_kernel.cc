#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: InstanceRows picks the
// rows.
template <class Device, class T>
class InstanceNormKernel final
    : public NormRowsKernel<Device, T, InstanceRows> {
 public:
  using NormRowsKernel<Device, T, InstanceRows>::NormRowsKernel;
};

}  // namespace

REGISTER_OP_KERNEL(instance_norm, InstanceNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
