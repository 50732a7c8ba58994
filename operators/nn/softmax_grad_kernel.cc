#include "paddle/operators/kernels/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/cuda_twin.h"

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
