#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ElementwiseAddKernel final
    : public ElementwiseKernel<T, kernels::BinaryOp::kAdd> {
 public:
  using ElementwiseKernel<T, kernels::BinaryOp::kAdd>::ElementwiseKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(elementwise_add, ElementwiseAddKernel<float>,
                       ElementwiseAddKernel<double>,
                       ElementwiseAddKernel<int32_t>,
                       ElementwiseAddKernel<int64_t>);

}  // namespace paddle::operators
