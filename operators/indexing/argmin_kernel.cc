#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ArgminKernel final
    : public ArgKernel<Device, kernels::ArgMin<Device, T>> {
 public:
  using ArgKernel<Device, kernels::ArgMin<Device, T>>::ArgKernel;
};

}  // namespace

REGISTER_OP_KERNEL(argmin, ArgminKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
