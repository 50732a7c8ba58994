#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// True for NaN and NaN, as in IEEE.
template <class Device, class T>
using NotEqualKernel = RelationKernel<Device, T, kernels::Relation::kNotEqual>;

}  // namespace

REGISTER_OP_KERNEL(not_equal, NotEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
