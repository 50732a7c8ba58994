#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
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

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(greater_than, GreaterThanKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(greater_than, GreaterThanKernel);

}  // namespace paddle::operators
