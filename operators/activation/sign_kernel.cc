#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SignKernel final : public ActivationKernel<T, kernels::UnaryOp::kSign> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kSign>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sign, SignKernel<float>, SignKernel<double>);

}  // namespace paddle::operators
