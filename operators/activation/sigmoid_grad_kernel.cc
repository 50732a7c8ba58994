#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SigmoidGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kSigmoid> {
 public:
  using ActivationGradKernel<T,
                             kernels::UnaryOp::kSigmoid>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sigmoid_grad, SigmoidGradKernel<float>,
                       SigmoidGradKernel<double>);

}  // namespace paddle::operators
