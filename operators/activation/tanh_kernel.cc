#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class TanhKernel final : public ActivationKernel<T, kernels::UnaryOp::kTanh> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kTanh>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(tanh, TanhKernel<float>, TanhKernel<double>);

}  // namespace paddle::operators
