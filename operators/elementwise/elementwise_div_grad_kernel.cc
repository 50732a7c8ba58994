#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseDivGradKernel final
    : public ElementwiseGradKernel<T, kernels::BinaryOp::kDiv> {
 public:
  using ElementwiseGradKernel<T,
                              kernels::BinaryOp::kDiv>::ElementwiseGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_div_grad, ElementwiseDivGradKernel<float>,
                       ElementwiseDivGradKernel<double>);

}  // namespace paddle::operators
