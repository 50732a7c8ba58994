// The shape of tensors along a new axis.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Where the new axis of tensors of `dims` stands, in [0, rank]. OutOfRange for
// an axis that is none of the stacked tensor's.
inline int StackAxis(int64_t axis, const framework::Dims& dims) {
  return framework::NormalizeAxis(axis, dims.rank() + 1);
}

// The dims with an axis of `count` elements put in at `axis`.
inline framework::Dims StackedDims(const framework::Dims& dims, int axis,
                                   int64_t count) {
  framework::Dims stacked = dims.Slice(0, axis);
  stacked.Append(count);
  for (int i = axis; i < dims.rank(); ++i) stacked.Append(dims[i]);
  return stacked;
}

}  // namespace paddle::operators
