#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceSumKernel final
    : public ReduceKernel<Device, kernels::ReduceSum<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceSum<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_sum, ReduceSumKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
