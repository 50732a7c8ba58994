#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"

namespace paddle::operators {
namespace {

template <typename T>
class InstanceNormKernel final : public NormRowsKernel<T, InstanceRows> {
 public:
  using NormRowsKernel<T, InstanceRows>::NormRowsKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(instance_norm, InstanceNormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(instance_norm, InstanceNormKernel);

}  // namespace paddle::operators
