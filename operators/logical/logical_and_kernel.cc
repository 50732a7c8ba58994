#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using LogicalAndKernel = RelationKernel<Device, T, kernels::Relation::kAnd>;

}  // namespace

REGISTER_OP_KERNEL(logical_and, LogicalAndKernel, bool);

}  // namespace paddle::operators
