#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceMeanKernel final
    : public ReduceKernel<Device, kernels::ReduceMean<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceMean<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_mean, ReduceMeanKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
