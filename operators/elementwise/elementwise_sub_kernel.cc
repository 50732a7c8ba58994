#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseSubKernel final
    : public ElementwiseKernel<T, kernels::BinaryOp::kSub> {
 public:
  using ElementwiseKernel<T, kernels::BinaryOp::kSub>::ElementwiseKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_sub, ElementwiseSubKernel<float>,
                       ElementwiseSubKernel<double>,
                       ElementwiseSubKernel<int32_t>,
                       ElementwiseSubKernel<int64_t>);

}  // namespace paddle::operators
