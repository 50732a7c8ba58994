#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class L1NormKernel final : public WholeNormKernel<Device, T, 1> {
 public:
  using WholeNormKernel<Device, T, 1>::WholeNormKernel;
};

}  // namespace

REGISTER_OP_KERNEL(l1_norm, L1NormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
