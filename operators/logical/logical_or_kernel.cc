#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LogicalOrKernel final
    : public RelationKernel<Device, T, kernels::Relation::kOr> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kOr>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(logical_or, LogicalOrKernel, bool);

}  // namespace paddle::operators
