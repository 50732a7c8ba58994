#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSoftmaxGradKernel final
    : public AxisGradKernel<kernels::LogSoftmaxGrad<T>> {
 public:
  using AxisGradKernel<kernels::LogSoftmaxGrad<T>>::AxisGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(log_softmax_grad,
                                         LogSoftmaxGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(log_softmax_grad, LogSoftmaxGradKernel);

}  // namespace paddle::operators
