#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MatmulGradKernel final : public ProductGradKernel<Device, T, MatmulRule> {
 public:
  using ProductGradKernel<Device, T, MatmulRule>::ProductGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(matmul_grad, MatmulGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
