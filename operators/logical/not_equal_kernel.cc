#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

// True for NaN and NaN, as in IEEE.
template <class Device, class T>
class NotEqualKernel final
    : public RelationKernel<Device, T, kernels::Relation::kNotEqual> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kNotEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(not_equal, NotEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
