#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceMinKernel final
    : public ReduceKernel<Device, kernels::ReduceMin<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceMin<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_min, ReduceMinKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
