#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SqrtKernel final : public ActivationKernel<T, kernels::UnaryOp::kSqrt> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kSqrt>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sqrt, SqrtKernel<float>, SqrtKernel<double>);

}  // namespace paddle::operators
