// The gradient of operators that pick elements along an axis.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/along_axis.h"

namespace paddle::operators {

// Each element of dout goes back to where `index`, which is checked, says that
// it stood along the axis of dx; several that stood at one place add up.
// Nothing for null.
template <class Device, class T>
void PutBackAlongAxis(const framework::KernelContext& context,
                      const framework::Tensor& index,
                      const framework::Tensor& dout, int64_t axis,
                      framework::Tensor* dx) {
  if (dx == nullptr) return;
  const int place = framework::NormalizeAxis(axis, dx->rank());
  const auto indices = kernels::CheckedIndices(
      context.device<Device>(), index, dx->dims()[place],
      [&](size_t bytes) { return context.Workspace(bytes); });
  kernels::TakeAlongAxisGrad<Device, T>(context.device<Device>(), indices, dout,
                                        place, dx);
}

}  // namespace paddle::operators
