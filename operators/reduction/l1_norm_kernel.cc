#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class L1NormKernel final : public WholeNormKernel<T, 1> {
 public:
  using WholeNormKernel<T, 1>::WholeNormKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(l1_norm, L1NormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(l1_norm, L1NormKernel);

}  // namespace paddle::operators
