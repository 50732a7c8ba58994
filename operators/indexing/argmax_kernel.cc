#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ArgmaxKernel = ArgKernel<Device, kernels::ArgMax<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(argmax, ArgmaxKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
