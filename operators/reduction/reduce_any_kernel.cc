#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// The schema refuses other types; numbers are compared first (not_equal).
template <class Device, class T>
using ReduceAnyKernel = ReduceKernel<Device, kernels::ReduceAny<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_any, ReduceAnyKernel, bool);

}  // namespace paddle::operators
