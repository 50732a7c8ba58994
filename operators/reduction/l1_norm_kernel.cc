#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using L1NormKernel = WholeNormKernel<Device, T, 1>;

}  // namespace

REGISTER_OP_KERNEL(l1_norm, L1NormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
