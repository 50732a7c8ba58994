#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <typename T>
class GroupNormGradKernel final : public NormRowsGradKernel<T, GroupRows> {
 public:
  using NormRowsGradKernel<T, GroupRows>::NormRowsGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(group_norm_grad, GroupNormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(group_norm_grad, GroupNormGradKernel);

}  // namespace paddle::operators
