// Elements moved between two arrays, each of which is walked in its own way:
// what cutting, pasting, repeating, flipping and shifting are made of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// A walk through an array: the element it begins at, and how many elements it
// advances along each axis of the space that is walked. 0 repeats an element,
// negative numbers go backwards.
struct Walk {
  int64_t first = 0;
  Strides strides{};
};

// Over a whole contiguous array.
Walk WalkOf(const framework::Dims& dims);
// The same, beginning at this index along one axis.
Walk Shifted(Walk walk, int axis, int64_t index);

// to[to_walk] = from[from_walk] for each index of the space; all lie within the
// tensors. One data type, any. The walks may be over the same memory if no
// element is both read and written; no element is written twice.
template <class Device>
void CopyStrided(const Device& device, const framework::Dims& space,
                 const framework::Tensor& from, const Walk& from_walk,
                 const Walk& to_walk, framework::Tensor* to);
// The same with elements of this many bytes: 1, 2, 4 or 8.
template <class Device>
void CopyStridedElements(const Device& device, size_t element_size,
                         const framework::Dims& space, const void* from,
                         const Walk& from_walk, void* to, const Walk& to_walk);

// What it is made of on GPUs.
void CopyStridedOnCUDA(const platform::CUDADeviceContext& device,
                       size_t element_size, const framework::Dims& space,
                       const void* from, const Walk& from_walk, void* to,
                       const Walk& to_walk);

}  // namespace paddle::operators::kernels
