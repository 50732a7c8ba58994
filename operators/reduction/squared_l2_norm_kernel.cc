#include "paddle/operators/reduction/whole_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class SquaredL2NormKernel final : public WholeNormKernel<T, 2> {
 public:
  using WholeNormKernel<T, 2>::WholeNormKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(squared_l2_norm, SquaredL2NormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(squared_l2_norm, SquaredL2NormKernel);

}  // namespace paddle::operators
