#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class GreaterEqualKernel final
    : public RelationKernel<T, kernels::Relation::kGreaterEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kGreaterEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(greater_equal, GreaterEqualKernel<float>,
                       GreaterEqualKernel<double>, GreaterEqualKernel<int32_t>,
                       GreaterEqualKernel<int64_t>);

}  // namespace paddle::operators
