#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using L1NormGradKernel = WholeNormGradKernel<Device, T, 1>;

}  // namespace

REGISTER_OP_KERNEL(l1_norm_grad, L1NormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
