#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseMulKernel final
    : public ElementwiseKernel<T, kernels::BinaryOp::kMul> {
 public:
  using ElementwiseKernel<T, kernels::BinaryOp::kMul>::ElementwiseKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_mul, ElementwiseMulKernel<float>,
                       ElementwiseMulKernel<double>,
                       ElementwiseMulKernel<int32_t>,
                       ElementwiseMulKernel<int64_t>);

}  // namespace paddle::operators
