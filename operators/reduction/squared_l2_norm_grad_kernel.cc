#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using SquaredL2NormGradKernel = WholeNormGradKernel<Device, T, 2>;

}  // namespace

REGISTER_OP_KERNEL(squared_l2_norm_grad, SquaredL2NormGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
