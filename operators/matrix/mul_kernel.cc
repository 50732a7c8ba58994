#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using MulKernel = ProductKernel<Device, T, MulRule>;

}  // namespace

REGISTER_OP_KERNEL(mul, MulKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
