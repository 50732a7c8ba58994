#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <typename T>
class GroupNormKernel final : public NormRowsKernel<T, GroupRows> {
 public:
  using NormRowsKernel<T, GroupRows>::NormRowsKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(group_norm, GroupNormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(group_norm, GroupNormKernel);

}  // namespace paddle::operators
