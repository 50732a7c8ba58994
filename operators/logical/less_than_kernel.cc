#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
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

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(less_than, LessThanKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(less_than, LessThanKernel);

}  // namespace paddle::operators
