#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceAnyKernel final
    : public ReduceKernel<Device, kernels::ReduceAny<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceAny<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_any, ReduceAnyKernel, bool);

}  // namespace paddle::operators
