#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// The schema refuses other types; numbers are compared first (not_equal).
template <class Device, class T>
class ReduceAnyKernel final
    : public ReduceKernel<Device, kernels::ReduceAny<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceAny<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_any, ReduceAnyKernel, bool);

}  // namespace paddle::operators
