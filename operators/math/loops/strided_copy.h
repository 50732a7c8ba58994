// Copies between two arrays, each walked with strides of its own: cropping,
// padding, tiling, flipping, rolling and transposing are made of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// A walk through an array: the element at which it begins, and the number of
// elements it advances along each axis of the space that is walked. Stride 0
// repeats an element, a negative one goes backwards.
struct Walk {
  int64_t first = 0;
  Strides strides{};
};

// Returns the walk over a whole contiguous array.
inline Walk WalkOf(const framework::Dims& dims) {
  return {0, RowMajorStrides(dims)};
}
// Returns `walk`, beginning at `index` along one axis: the way to a part of a
// tensor, such as [:, 2:4], whose size the space gives.
inline Walk Shifted(Walk walk, int axis, int64_t index) {
  walk.first += index * walk.strides[axis];
  return walk;
}

// Copies to[to_walk] = from[from_walk] for each index of `space`; both walks
// stay inside their tensors. Any data type, the same for both. The walks may be
// over the same memory if no element is both read and written; no element is
// written twice. Device: CPU or CUDA.
template <class Device>
void CopyStrided(const Device& device, const framework::Dims& space,
                 const framework::Tensor& from, const Walk& from_walk,
                 const Walk& to_walk, framework::Tensor* to);
// Copies elements of this many bytes, 1, 2, 4 or 8, at addresses in memory of
// the device, under the same conditions. An empty space is allowed.
template <class Device>
void CopyStridedElements(const Device& device, size_t element_size,
                         const framework::Dims& space, const void* from,
                         const Walk& from_walk, void* to, const Walk& to_walk);

// The CUDA half of CopyStridedElements, for a space that is not empty.
void CopyStridedOnCUDA(const platform::CUDADeviceContext& device,
                       size_t element_size, const framework::Dims& space,
                       const void* from, const Walk& from_walk, void* to,
                       const Walk& to_walk);

}  // namespace paddle::operators::kernels
