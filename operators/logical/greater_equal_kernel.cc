#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GreaterEqualKernel final
    : public RelationKernel<Device, T, kernels::Relation::kGreaterEqual> {
 public:
  using RelationKernel<Device, T,
                       kernels::Relation::kGreaterEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(greater_equal, GreaterEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
