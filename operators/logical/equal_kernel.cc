#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class EqualKernel final : public RelationKernel<T, kernels::Relation::kEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(equal, EqualKernel<float>, EqualKernel<double>,
                       EqualKernel<int32_t>, EqualKernel<int64_t>,
                       EqualKernel<bool>);

}  // namespace paddle::operators
