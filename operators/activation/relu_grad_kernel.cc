#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReluGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kRelu> {
 public:
  using ActivationGradKernel<T, kernels::UnaryOp::kRelu>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(relu_grad, ReluGradKernel<float>,
                       ReluGradKernel<double>);

}  // namespace paddle::operators
