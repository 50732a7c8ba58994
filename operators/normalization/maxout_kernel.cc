#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/maxout.h"

namespace paddle::operators {
namespace {

template <typename T>
class MaxoutKernel final : public AxisKernel<kernels::Maxout<T>> {
 public:
  using AxisKernel<kernels::Maxout<T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(maxout, MaxoutKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(maxout, MaxoutKernel);

}  // namespace paddle::operators
