#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class L1NormGradKernel final : public WholeNormGradKernel<T, 1> {
 public:
  using WholeNormGradKernel<T, 1>::WholeNormGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(l1_norm_grad, L1NormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(l1_norm_grad, L1NormGradKernel);

}  // namespace paddle::operators
