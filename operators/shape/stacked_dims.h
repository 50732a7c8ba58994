// The shape of tensors stacked along a new axis.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the position of the new axis among those of tensors of shape `dims`,
// in [0, rank]; negative ones count from the end of the stacked shape. Throws
// OutOfRange if the stacked tensor has no such axis.
inline int StackAxis(int64_t axis, const framework::Dims& dims) {
  return framework::NormalizeAxis(axis, dims.rank() + 1);
}

// Returns `dims` with an axis of `count` elements inserted at `axis`. With a
// count of 1 it is the shape of a view of one stacked tensor.
inline framework::Dims StackedDims(const framework::Dims& dims, int axis,
                                   int64_t count) {
  framework::Dims stacked = dims.Slice(0, axis);
  stacked.Append(count);
  for (int i = axis; i < dims.rank(); ++i) stacked.Append(dims[i]);
  return stacked;
}

}  // namespace paddle::operators
