#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LessThanKernel final
    : public RelationKernel<Device, T, kernels::Relation::kLess> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kLess>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(less_than, LessThanKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
