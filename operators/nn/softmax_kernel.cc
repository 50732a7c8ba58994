#include "paddle/operators/kernels/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/cuda_twin.h"

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
