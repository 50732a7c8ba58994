#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceSumKernel final : public ReduceKernel<kernels::ReduceSum<T>> {
 public:
  using ReduceKernel<kernels::ReduceSum<T>>::ReduceKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(reduce_sum, ReduceSumKernel<float>,
                       ReduceSumKernel<double>, ReduceSumKernel<int32_t>,
                       ReduceSumKernel<int64_t>);

}  // namespace paddle::operators
