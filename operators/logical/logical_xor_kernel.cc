#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

// Exactly one of two bools is true if they differ.
template <class Device, class T>
using LogicalXorKernel =
    RelationKernel<Device, T, kernels::Relation::kNotEqual>;

}  // namespace

REGISTER_OP_KERNEL(logical_xor, LogicalXorKernel, bool);

}  // namespace paddle::operators
