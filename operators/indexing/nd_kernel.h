// The base class of kernels whose indices address several axes, such as
// gather_nd.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {

// A view of a tensor with its first k axes merged into one, and the positions
// along that axis that the rows of Index, [..., k], address.
struct NdPlaces {
  kernels::AxisView view;
  kernels::Indices indices;
};

// Converts the multi-dimensional indices in the input Index to flat ones.
class NdKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the positions in a tensor of shape `dims`. They lie in the
  // workspace of the context, which a second request would overwrite: a kernel
  // calls this once and requests no other workspace. Throws OutOfRange, naming
  // index, position, axis and bound.
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
