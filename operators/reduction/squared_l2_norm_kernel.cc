#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

// The power 2 without a root: gradient clipping adds several of them.
template <class Device, class T>
using SquaredL2NormKernel = WholeNormKernel<Device, T, 2>;

}  // namespace

REGISTER_OP_KERNEL(squared_l2_norm, SquaredL2NormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
