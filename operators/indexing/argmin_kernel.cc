#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ArgminKernel = ArgKernel<Device, kernels::ArgMin<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(argmin, ArgminKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
