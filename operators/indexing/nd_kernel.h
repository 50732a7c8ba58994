// What the kernels of operators with indices of several axes share.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {

// A tensor, of which the first axes are taken together, and the numbers that
// the rows of Index name there.
struct NdPlaces {
  kernels::AxisView view;
  kernels::Indices indices;
};

class NdKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // In a tensor of `dims`. Takes the context's workspace. OutOfRange, naming
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
