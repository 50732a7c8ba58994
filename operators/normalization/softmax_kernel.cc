#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class SoftmaxKernel final : public AxisKernel<kernels::Softmax<T>> {
 public:
  using AxisKernel<kernels::Softmax<T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(softmax, SoftmaxKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(softmax, SoftmaxKernel);

}  // namespace paddle::operators
