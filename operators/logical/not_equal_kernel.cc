#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class NotEqualKernel final
    : public RelationKernel<T, kernels::Relation::kNotEqual> {
 public:
  using RelationKernel<T, kernels::Relation::kNotEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(not_equal, NotEqualKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(not_equal, NotEqualKernel);

}  // namespace paddle::operators
