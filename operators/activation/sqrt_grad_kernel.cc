#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SqrtGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kSqrt> {
 public:
  using ActivationGradKernel<T, kernels::UnaryOp::kSqrt>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sqrt_grad, SqrtGradKernel<float>,
                       SqrtGradKernel<double>);

}  // namespace paddle::operators
