#include "paddle/operators/common/all_types.h"
#include "paddle/operators/logical/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GreaterThanKernel final
    : public RelationKernel<Device, T, kernels::Relation::kGreater> {
 public:
  using RelationKernel<Device, T, kernels::Relation::kGreater>::RelationKernel;
};

}  // namespace

REGISTER_OP_KERNEL(greater_than, GreaterThanKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
