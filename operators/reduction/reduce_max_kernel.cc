#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceMaxKernel final
    : public ReduceKernel<Device, kernels::ReduceMax<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceMax<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_max, ReduceMaxKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
