#include "paddle/operators/common/kernel_argument.h"

#include "paddle/framework/types/dims.h"

namespace paddle::operators::internal {

int AxisOfFirstInput(const KernelContext& context, int64_t axis) {
  // Inputs come before outputs.
  const auto& x = context.var(0)->Get<framework::LoDTensor>();
  return framework::NormalizeAxis(axis, x.rank());
}

}  // namespace paddle::operators::internal
