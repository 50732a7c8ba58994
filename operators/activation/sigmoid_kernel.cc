#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class SigmoidKernel final
    : public ActivationKernel<T, kernels::UnaryOp::kSigmoid> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kSigmoid>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sigmoid, SigmoidKernel<float>, SigmoidKernel<double>);

}  // namespace paddle::operators
