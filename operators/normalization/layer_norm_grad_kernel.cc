#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LayerNormGradKernel final
    : public NormRowsGradKernel<Device, T, LayerRows> {
 public:
  using NormRowsGradKernel<Device, T, LayerRows>::NormRowsGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(layer_norm_grad, LayerNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
