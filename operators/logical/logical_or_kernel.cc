#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LogicalOrKernel = RelationKernel<Device, T, kernels::Relation::kOr>;

}  // namespace

REGISTER_OP_KERNEL(logical_or, LogicalOrKernel, bool);

}  // namespace paddle::operators
