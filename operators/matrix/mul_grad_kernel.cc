#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MulGradKernel final : public ProductGradKernel<Device, T, MulRule> {
 public:
  using ProductGradKernel<Device, T, MulRule>::ProductGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(mul_grad, MulGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
