#include "paddle/operators/logical/kernel_base.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/cuda_twin.h"

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
