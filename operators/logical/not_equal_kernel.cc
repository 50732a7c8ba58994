#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class NotEqualKernel final
    : public RelationKernel<T, kernels::Relation::kNotEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kNotEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(not_equal, NotEqualKernel<float>, NotEqualKernel<double>,
                       NotEqualKernel<int32_t>, NotEqualKernel<int64_t>,
                       NotEqualKernel<bool>);

}  // namespace paddle::operators
