#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceMeanGradKernel final
    : public ReduceLinearGradKernel<Device,
                                    kernels::ReduceMeanGrad<Device, T>> {
 public:
  using ReduceLinearGradKernel<
      Device, kernels::ReduceMeanGrad<Device, T>>::ReduceLinearGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_mean_grad, ReduceMeanGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
