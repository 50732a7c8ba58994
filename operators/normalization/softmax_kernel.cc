#include "paddle/operators/common/all_types.h"
#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/normalization/axis_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SoftmaxKernel final
    : public AxisKernel<Device, kernels::Softmax<Device, T>> {
 public:
  using AxisKernel<Device, kernels::Softmax<Device, T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_KERNEL(softmax, SoftmaxKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
