#include "paddle/operators/common/all_types.h"
#include "paddle/operators/normalization/axis_kernel.h"
#include "paddle/operators/normalization/maxout.h"

namespace paddle::operators {
namespace {

// "groups" is not read: the dims of X and Out say it.
template <class Device, class T>
class MaxoutKernel final
    : public AxisKernel<Device, kernels::Maxout<Device, T>> {
 public:
  using AxisKernel<Device, kernels::Maxout<Device, T>>::AxisKernel;
};

}  // namespace

REGISTER_OP_KERNEL(maxout, MaxoutKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
