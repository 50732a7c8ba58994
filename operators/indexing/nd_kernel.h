// The base of kernels whose indices address several axes (gather_nd).
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {

// A tensor whose first k axes are merged into one, and the positions on that
// axis that the rows of Index, [..., k], address.
struct NdPlaces {
  kernels::AxisView view;
  kernels::Indices indices;
};

// Converts the input Index to flat positions.
class NdKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the positions in a tensor of shape `dims`. They may live in the
  // workspace of the context, so a kernel calls this once. Throws OutOfRange,
  // naming index, position, axis and bound.
  template <class Device>
  NdPlaces PlacesIn(const framework::KernelContext& context,
                    const framework::Dims& dims) const {
    const auto& index = index_(context);
    const int axes = static_cast<int>(index.dims().at(-1));
    return {kernels::AxisView::OfFirst(dims, axes),
            kernels::FlatIndices(
                context.device<Device>(), index, dims,
                [&](size_t bytes) { return context.Workspace(bytes); })};
  }

 private:
  const Input index_{this, "Index"};
};

}  // namespace paddle::operators
