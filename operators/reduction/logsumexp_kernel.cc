#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LogSumExpKernel final
    : public ReduceKernel<Device, kernels::LogSumExp<Device, T>> {
 public:
  using ReduceKernel<Device, kernels::LogSumExp<Device, T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_KERNEL(logsumexp, LogSumExpKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
