#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReluKernel final : public ActivationKernel<T, kernels::UnaryOp::kRelu> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kRelu>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(relu, ReluKernel<float>, ReluKernel<double>);

}  // namespace paddle::operators
