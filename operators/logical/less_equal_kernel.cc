#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LessEqualKernel final
    : public RelationKernel<Device, T, kernels::Relation::kLessEqual> {
 public:
  using RelationKernel<Device, T,
                       kernels::Relation::kLessEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(less_equal, LessEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
