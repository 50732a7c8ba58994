#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LogicalAndKernel final
    : public RelationKernel<Device, T, kernels::Relation::kAnd> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kAnd>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(logical_and, LogicalAndKernel, bool);

}  // namespace paddle::operators
