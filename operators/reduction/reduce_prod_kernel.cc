#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceProdKernel final
    : public ReduceKernel<Device, kernels::ReduceProd<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceProd<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_prod, ReduceProdKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
