#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using GreaterThanKernel =
    RelationKernel<Device, T, kernels::Relation::kGreater>;

}  // namespace

REGISTER_OP_KERNEL(greater_than, GreaterThanKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
