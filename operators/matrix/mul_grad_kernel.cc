#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using MulGradKernel = ProductGradKernel<Device, T, MulRule>;

}  // namespace

REGISTER_OP_KERNEL(mul_grad, MulGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
