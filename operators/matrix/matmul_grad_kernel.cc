#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MatmulGradKernel final : public ProductGradKernel<T, MatmulRule> {
 public:
  using ProductGradKernel<T, MatmulRule>::ProductGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(matmul_grad, MatmulGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(matmul_grad, MatmulGradKernel);

}  // namespace paddle::operators
