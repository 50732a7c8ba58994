#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MulGradKernel final : public ProductGradKernel<T, MulRule> {
 public:
  using ProductGradKernel<T, MulRule>::ProductGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(mul_grad, MulGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(mul_grad, MulGradKernel);

}  // namespace paddle::operators
