#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSoftmaxKernel final : public AxisKernel<kernels::LogSoftmax<T>> {
 public:
  using AxisKernel<kernels::LogSoftmax<T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(log_softmax, LogSoftmaxKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(log_softmax, LogSoftmaxKernel);

}  // namespace paddle::operators
