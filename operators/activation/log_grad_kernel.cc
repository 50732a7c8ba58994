#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kLog> {
 public:
  using ActivationGradKernel<T, kernels::UnaryOp::kLog>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_grad, LogGradKernel<float>, LogGradKernel<double>);

}  // namespace paddle::operators
