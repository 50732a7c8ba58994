#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

// False for NaN and NaN, as in IEEE; 0 equals -0.
template <class Device, class T>
class EqualKernel final
    : public RelationKernel<Device, T, kernels::Relation::kEqual> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(equal, EqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
