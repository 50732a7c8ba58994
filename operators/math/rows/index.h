// Checks tensors of indices, int32 or int64, before kernels use them as
// addresses. Indices come from data, so they are checked in every build.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Indices as int64, in row-major order and in memory of the device. A view of a
// workspace or, on the CPU, of an index tensor of int64; valid as long as that
// is.
//
// The functions below request `workspace` at most once, for 8 bytes per index.
// The CPU throws at once; a GPU replaces an index out of range by 0, goes on,
// and throws when it is next waited for.
using Indices = absl::Span<const int64_t>;

// Returns the elements of `index`. Throws OutOfRange, naming the index, its
// position and the bound, unless all lie in [0, bound).
template <class Device>
Indices CheckedIndices(const Device& device, const framework::Tensor& index,
                       int64_t bound, Workspace workspace);

// Flattens multi-dimensional indices, as gather_nd has them: each row of
// `index`, of shape [..., k], indexes the first k axes of a tensor of shape
// `dims`. Returns the row-major index over these axes for each row: of an
// element, or of a slice if the tensor has more than k axes. Throws OutOfRange,
// naming the index, its position, the axis and the bound. Requires k to be at
// most the rank of `dims`.
template <class Device>
Indices FlatIndices(const Device& device, const framework::Tensor& index,
                    const framework::Dims& dims, Workspace workspace);

}  // namespace paddle::operators::kernels
