// Tensors of indices, int32 or int64, of any shape: checked in every build.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Indices as int64, in memory order and of the device: those of the tensor, or
// copies in `workspace` (asked for at most once, for 8 bytes an index). A GPU
// reports errors when it is waited for, and goes on with index 0.
using Indices = absl::Span<const int64_t>;

// OutOfRange, naming index, position and bound, unless all lie in [0, bound).
template <class Device>
Indices CheckedIndices(const Device& device, const framework::Tensor& index,
                       int64_t bound, Workspace workspace);

// Each row of `index` [..., k] names an element (or, if x has more than k axes,
// a slice) of a tensor of `dims`. Gives their numbers in row-major order of the
// first k axes. OutOfRange, naming index, position, axis and bound. k is at
// most the rank of `dims`.
template <class Device>
Indices FlatIndices(const Device& device, const framework::Tensor& index,
                    const framework::Dims& dims, Workspace workspace);

}  // namespace paddle::operators::kernels
