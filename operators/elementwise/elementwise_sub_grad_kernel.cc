#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseSubGradKernel final
    : public ElementwiseGradKernel<T, kernels::BinaryOp::kSub> {
 public:
  using ElementwiseGradKernel<T,
                              kernels::BinaryOp::kSub>::ElementwiseGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_sub_grad, ElementwiseSubGradKernel<float>,
                       ElementwiseSubGradKernel<double>);

}  // namespace paddle::operators
