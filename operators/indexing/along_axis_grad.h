// The gradient shared by operators that gather along an axis.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/along_axis.h"

namespace paddle::operators {

// Adds each element of dout to the element of dx that `index` took it from
// along `axis`; elements taken several times get the sum, others 0. `index` has
// the shape of dout; a negative axis counts from the end. Does nothing if dx is
// null. Uses the workspace of the context. Throws OutOfRange, on a GPU when the
// device is next waited for, if an index is outside the axis.
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
