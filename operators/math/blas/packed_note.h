// The room in front of a packed operand for the note that says in what order it
// is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "paddle/framework/tensor/tensor.h"

namespace paddle::operators::kernels {

// The elements of a packed operand begin at this byte.
inline constexpr int64_t kPackedNoteBytes = 1024;

// Zeros are the note of no order: then the elements mean nothing. Those of a
// large operand are not touched, since fresh memory costs more than packing.
inline void ClearPacked(framework::Tensor* packed) {
  std::memset(packed->raw_mutable_data(), 0,
              std::min<size_t>(packed->bytes(), kPackedNoteBytes));
}

// True if the tensor has room for the note and `bytes` of elements.
inline bool HasRoom(int64_t bytes, const framework::Tensor& packed) {
  return static_cast<int64_t>(packed.bytes()) >= kPackedNoteBytes + bytes;
}

}  // namespace paddle::operators::kernels
