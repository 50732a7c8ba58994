#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogicalOrKernel final : public RelationKernel<T, kernels::Relation::kOr> {
 public:
  using RelationKernel<T, kernels::Relation::kOr>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(logical_or, LogicalOrKernel<bool>);
REGISTER_OP_CUDA_TWIN(logical_or, LogicalOrKernel<bool>);

}  // namespace paddle::operators
