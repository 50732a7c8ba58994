#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
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

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(greater_equal, GreaterEqualKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(greater_equal, GreaterEqualKernel);

}  // namespace paddle::operators
