#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"

namespace paddle::operators {
namespace {

// From Out alone: X need not live until the gradient.
template <class Device, class T>
class LogSoftmaxGradKernel final
    : public AxisGradKernel<Device, kernels::LogSoftmaxGrad<Device, T>> {
 public:
  using AxisGradKernel<Device,
                       kernels::LogSoftmaxGrad<Device, T>>::AxisGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(log_softmax_grad, LogSoftmaxGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
