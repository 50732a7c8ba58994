#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class TanhGradKernel final
    : public ActivationGradKernel<T, kernels::UnaryOp::kTanh> {
 public:
  using ActivationGradKernel<T, kernels::UnaryOp::kTanh>::ActivationGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(tanh_grad, TanhGradKernel<float>,
                       TanhGradKernel<double>);

}  // namespace paddle::operators
