// Tensors of indices, int32 or int64, of any shape. They are checked in every
// build, as they come from data.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Indices as int64, in memory order and in memory of the device: those of the
// tensor, or copies in `workspace`, which is asked at most once, for 8 bytes an
// index. A GPU reports an error when it is waited for, and continues with index
// 0.
using Indices = absl::Span<const int64_t>;

// Returns the indices. Throws OutOfRange, with index, position and bound,
// unless all lie in [0, bound).
template <class Device>
Indices CheckedIndices(const Device& device, const framework::Tensor& index,
                       int64_t bound, Workspace workspace);

// Returns the numbers of the elements (or, if x has more than k axes, of the
// slices) of a tensor of `dims` that the rows of `index`, of shape [..., k],
// name: row-major numbers over the first k axes. Throws OutOfRange, with index,
// position, axis and bound. k is at most the rank of `dims`.
template <class Device>
Indices FlatIndices(const Device& device, const framework::Tensor& index,
                    const framework::Dims& dims, Workspace workspace);

}  // namespace paddle::operators::kernels
