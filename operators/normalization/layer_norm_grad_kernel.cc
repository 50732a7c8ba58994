#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <typename T>
class LayerNormGradKernel final : public NormRowsGradKernel<T, LayerRows> {
 public:
  using NormRowsGradKernel<T, LayerRows>::NormRowsGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(layer_norm_grad, LayerNormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(layer_norm_grad, LayerNormGradKernel);

}  // namespace paddle::operators
