#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseAddGradKernel final
    : public ElementwiseGradKernel<T, kernels::BinaryOp::kAdd> {
 public:
  using ElementwiseGradKernel<T,
                              kernels::BinaryOp::kAdd>::ElementwiseGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_add_grad, ElementwiseAddGradKernel<float>,
                       ElementwiseAddGradKernel<double>);

}  // namespace paddle::operators
