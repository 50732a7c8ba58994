#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

// Exactly one of two bools is true if they differ.
template <class Device, class T>
class LogicalXorKernel final
    : public RelationKernel<Device, T, kernels::Relation::kNotEqual> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kNotEqual>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(logical_xor, LogicalXorKernel, bool);

}  // namespace paddle::operators
