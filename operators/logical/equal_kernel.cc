#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// False for NaN and NaN, as in IEEE; 0 equals -0.
template <class Device, class T>
using EqualKernel = RelationKernel<Device, T, kernels::Relation::kEqual>;

}  // namespace

REGISTER_OP_KERNEL(equal, EqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
