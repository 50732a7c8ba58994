#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ExpGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kExp> {
 public:
  using ActivationGradKernel<T, kernels::UnaryOp::kExp>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(exp_grad, ExpGradKernel<float>, ExpGradKernel<double>);

}  // namespace paddle::operators
