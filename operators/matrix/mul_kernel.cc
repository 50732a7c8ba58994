#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MulKernel final : public ProductKernel<T, MulRule> {
 public:
  using ProductKernel<T, MulRule>::ProductKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(mul, MulKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(mul, MulKernel);

}  // namespace paddle::operators
