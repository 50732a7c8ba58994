#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MatmulKernel final : public ProductKernel<T, MatmulRule> {
 public:
  using ProductKernel<T, MatmulRule>::ProductKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(matmul, MatmulKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(matmul, MatmulKernel);

}  // namespace paddle::operators
