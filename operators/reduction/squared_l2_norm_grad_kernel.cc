#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class SquaredL2NormGradKernel final : public WholeNormGradKernel<T, 2> {
 public:
  using WholeNormGradKernel<T, 2>::WholeNormGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(squared_l2_norm_grad,
                                         SquaredL2NormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(squared_l2_norm_grad,
                                        SquaredL2NormGradKernel);

}  // namespace paddle::operators
