#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

// The arithmetic of all normalisations of rows is one: LayerRows picks the
// rows.
template <class Device, class T>
class LayerNormKernel final : public NormRowsKernel<Device, T, LayerRows> {
 public:
  using NormRowsKernel<Device, T, LayerRows>::NormRowsKernel;
};

}  // namespace

REGISTER_OP_KERNEL(layer_norm, LayerNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
