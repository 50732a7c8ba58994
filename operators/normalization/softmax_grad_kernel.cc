#include "paddle/operators/common/all_types.h"
#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"

namespace paddle::operators {
namespace {

// From Out alone: X need not live until the gradient.
template <class Device, class T>
class SoftmaxGradKernel final
    : public AxisGradKernel<Device, kernels::SoftmaxGrad<Device, T>> {
 public:
  using AxisGradKernel<Device, kernels::SoftmaxGrad<Device, T>>::AxisGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(softmax_grad, SoftmaxGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
