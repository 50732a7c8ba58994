#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseMulGradKernel final
    : public ElementwiseGradKernel<T, kernels::BinaryOp::kMul> {
 public:
  using ElementwiseGradKernel<T,
                              kernels::BinaryOp::kMul>::ElementwiseGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_mul_grad, ElementwiseMulGradKernel<float>,
                       ElementwiseMulGradKernel<double>);

}  // namespace paddle::operators
