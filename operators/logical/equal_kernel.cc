#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class EqualKernel final : public RelationKernel<T, kernels::Relation::kEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(equal, EqualKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(equal, EqualKernel);

}  // namespace paddle::operators
