#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogicalXorKernel final
    : public RelationKernel<T, kernels::Relation::kNotEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kNotEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(logical_xor, LogicalXorKernel<bool>);
REGISTER_OP_CUDA_TWIN(logical_xor, LogicalXorKernel<bool>);

}  // namespace paddle::operators
