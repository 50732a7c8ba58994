#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LessThanKernel final
    : public RelationKernel<T, kernels::Relation::kLess> {
 public:
  using RelationKernel<T, kernels::Relation::kLess>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(less_than, LessThanKernel<float>, LessThanKernel<double>,
                       LessThanKernel<int32_t>, LessThanKernel<int64_t>);

}  // namespace paddle::operators
