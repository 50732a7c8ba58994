#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogicalAndKernel final
    : public RelationKernel<T, kernels::Relation::kAnd> {
 public:
  using RelationKernel<T, kernels::Relation::kAnd>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(logical_and, LogicalAndKernel<bool>);
REGISTER_OP_CUDA_TWIN(logical_and, LogicalAndKernel<bool>);

}  // namespace paddle::operators
