#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SquareGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kSquare> {
 public:
  using ActivationGradKernel<T,
                             kernels::UnaryOp::kSquare>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(square_grad, SquareGradKernel<float>,
                       SquareGradKernel<double>);

}  // namespace paddle::operators
