#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using GreaterEqualKernel =
    RelationKernel<Device, T, kernels::Relation::kGreaterEqual>;

}  // namespace

REGISTER_OP_KERNEL(greater_equal, GreaterEqualKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
