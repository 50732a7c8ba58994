#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using MatmulKernel = ProductKernel<Device, T, MatmulRule>;

}  // namespace

REGISTER_OP_KERNEL(matmul, MatmulKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
