// Notes in what order the elements of a packed filter are, in front of them.
// The note takes the room of kPackedNote floats, whatever the elements are.
#pragma once

#include <cstdint>
#include <cstring>

#include <dnnl.hpp>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/packed_size.h"

namespace paddle::operators::kernels {

// Zeros are the note of no order.
inline void ClearPacked(framework::Tensor* packed) {
  std::memset(packed->raw_mutable_data(), 0, packed->bytes());
}

// True if the tensor has room for the note and the slices.
inline bool HasRoom(const dnnl::memory::desc& order, int64_t slices,
                    const framework::Tensor& packed) {
  return packed.bytes() >=
         kPackedNote * sizeof(float) + slices * order.get_size();
}

// Writes the note of `order`, that of each of `slices` slices one behind the
// other, and returns the place of the elements; null, having done nothing, if
// the tensor is too small for them.
inline float* NotePacked(const dnnl::memory::desc& order, int64_t slices,
                         framework::Tensor* packed) {
  static_assert(sizeof(order.data) <= kPackedNote * sizeof(float));
  if (!HasRoom(order, slices, *packed)) return nullptr;
  std::memcpy(packed->raw_mutable_data(), &order.data, sizeof(order.data));
  return static_cast<float*>(packed->raw_mutable_data()) + kPackedNote;
}

// Returns the elements if they are in `order`, else null.
inline const float* FindPacked(const framework::Tensor& packed,
                               const dnnl::memory::desc& order,
                               int64_t slices) {
  if (!HasRoom(order, slices, packed)) return nullptr;
  dnnl_memory_desc_t noted;
  std::memcpy(&noted, packed.raw_data(), sizeof(noted));
  if (dnnl_memory_desc_equal(&noted, &order.data) == 0) return nullptr;
  return static_cast<const float*>(packed.raw_data()) + kPackedNote;
}

}  // namespace paddle::operators::kernels
