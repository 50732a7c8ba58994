#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/log_softmax.h"

namespace paddle::operators {
namespace {

// The axis may count from the back: AxisKernel turns it around.
template <class Device, class T>
class LogSoftmaxKernel final
    : public AxisKernel<Device, kernels::LogSoftmax<Device, T>> {
 public:
  using AxisKernel<Device, kernels::LogSoftmax<Device, T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_KERNEL(log_softmax, LogSoftmaxKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
