#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using ReduceAllKernel = ReduceKernel<Device, kernels::ReduceAll<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_all, ReduceAllKernel, bool);

}  // namespace paddle::operators
