#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SquaredL2NormGradKernel final : public WholeNormGradKernel<Device, T, 2> {
 public:
  using WholeNormGradKernel<Device, T, 2>::WholeNormGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(squared_l2_norm_grad, SquaredL2NormGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
