#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseDivKernel final
    : public ElementwiseKernel<T, kernels::BinaryOp::kDiv> {
 public:
  using ElementwiseKernel<T, kernels::BinaryOp::kDiv>::ElementwiseKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_div, ElementwiseDivKernel<float>,
                       ElementwiseDivKernel<double>,
                       ElementwiseDivKernel<int32_t>,
                       ElementwiseDivKernel<int64_t>);

}  // namespace paddle::operators
