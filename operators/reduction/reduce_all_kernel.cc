#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ReduceAllKernel final
    : public ReduceKernel<Device, kernels::ReduceAll<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::ReduceAll<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_all, ReduceAllKernel, bool);

}  // namespace paddle::operators
