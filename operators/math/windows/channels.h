// Turns images with their channels last into those with their channels first
// and back, for code that has one order alone.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators::kernels {

// Returns dims [N, H, W, C] as [N, C, H, W].
inline framework::Dims ChannelsFirst(const framework::Dims& dims) {
  return {dims[0], dims[3], dims[1], dims[2]};
}

// Returns dims [N, C, H, W] as [N, H, W, C].
inline framework::Dims ChannelsLast(const framework::Dims& dims) {
  return {dims[0], dims[2], dims[3], dims[1]};
}

// Copies images [N, H, W, C] to `out`, which is [N, C, H, W]. Any data type.
// Device: CPU or CUDA.
template <class Device>
void TurnFirst(const Device& device, const framework::Tensor& images,
               framework::Tensor* out) {
  const Strides last = RowMajorStrides(images.dims());
  CopyStrided(device, out->dims(), images,
              Walk{0, {last[0], last[3], last[1], last[2]}},
              WalkOf(out->dims()), out);
}

// Returns images [N, H, W, C] as [N, C, H, W], in memory of `allocator`.
template <class Device>
framework::Tensor TurnedFirst(const Device& device,
                              const framework::Tensor& images,
                              memory::Allocator* allocator) {
  framework::Tensor turned;
  turned.Allocate(ChannelsFirst(images.dims()), images.dtype(), allocator);
  TurnFirst(device, images, &turned);
  return turned;
}

// Copies images [N, C, H, W] to `out`, which is [N, H, W, C].
template <class Device>
void TurnLast(const Device& device, const framework::Tensor& images,
              framework::Tensor* out) {
  const Strides first = RowMajorStrides(images.dims());
  CopyStrided(device, out->dims(), images,
              Walk{0, {first[0], first[2], first[3], first[1]}},
              WalkOf(out->dims()), out);
}

}  // namespace paddle::operators::kernels
