#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ExpKernel final : public ActivationKernel<T, kernels::UnaryOp::kExp> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kExp>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(exp, ExpKernel<float>, ExpKernel<double>);

}  // namespace paddle::operators
