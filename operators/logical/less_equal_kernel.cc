#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LessEqualKernel final
    : public RelationKernel<T, kernels::Relation::kLessEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kLessEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(less_equal, LessEqualKernel<float>,
                       LessEqualKernel<double>, LessEqualKernel<int32_t>,
                       LessEqualKernel<int64_t>);

}  // namespace paddle::operators
