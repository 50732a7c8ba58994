#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using MatmulGradKernel = ProductGradKernel<Device, T, MatmulRule>;

}  // namespace

REGISTER_OP_KERNEL(matmul_grad, MatmulGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
