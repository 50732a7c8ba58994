#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LessEqualKernel =
    RelationKernel<Device, T, kernels::Relation::kLessEqual>;

}  // namespace

REGISTER_OP_KERNEL(less_equal, LessEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
