#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class SoftmaxGradKernel final : public AxisGradKernel<kernels::SoftmaxGrad<T>> {
 public:
  using AxisGradKernel<kernels::SoftmaxGrad<T>>::AxisGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(softmax_grad, SoftmaxGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(softmax_grad, SoftmaxGradKernel);

}  // namespace paddle::operators
