#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SquareKernel final
    : public ActivationKernel<T, kernels::UnaryOp::kSquare> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kSquare>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(square, SquareKernel<float>, SquareKernel<double>);

}  // namespace paddle::operators
