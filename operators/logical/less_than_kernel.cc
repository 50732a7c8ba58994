#include "paddle/operators/logical/kernel_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LessThanKernel = RelationKernel<Device, T, kernels::Relation::kLess>;

}  // namespace

REGISTER_OP_KERNEL(less_than, LessThanKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
