#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class GreaterThanKernel final
    : public RelationKernel<T, kernels::Relation::kGreater> {
 public:
  using RelationKernel<T, kernels::Relation::kGreater>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(greater_than, GreaterThanKernel<float>,
                       GreaterThanKernel<double>, GreaterThanKernel<int32_t>,
                       GreaterThanKernel<int64_t>);

}  // namespace paddle::operators
