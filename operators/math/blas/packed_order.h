// Notes in what order of oneDNN the elements of a packed operand are, in front
// of them. Included by sources of builds that have the library.
#pragma once

#include <cstdint>
#include <cstring>

#include <dnnl.hpp>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/blas/packed_note.h"

namespace paddle::operators::kernels {

// Writes the note of `order`, that of each of the parts of an operand, which
// have `bytes` in all, and returns the place of the elements; null, having done
// nothing, if the tensor is too small for them.
inline char* NotePacked(const dnnl::memory::desc& order, int64_t bytes,
                        framework::Tensor* packed) {
  static_assert(sizeof(order.data) <= kPackedNoteBytes);
  if (!HasRoom(bytes, *packed)) return nullptr;
  auto* begin = static_cast<char*>(packed->raw_mutable_data());
  std::memcpy(begin, &order.data, sizeof(order.data));
  return begin + kPackedNoteBytes;
}

// Returns the elements if they are in `order`, else null.
inline const char* FindPacked(const framework::Tensor& packed,
                              const dnnl::memory::desc& order, int64_t bytes) {
  if (!HasRoom(bytes, packed)) return nullptr;
  const auto* begin = static_cast<const char*>(packed.raw_data());
  // Usually the bytes are the same; others may mean the same.
  if (std::memcmp(begin, &order.data, sizeof(order.data)) != 0) {
    dnnl_memory_desc_t noted;
    std::memcpy(&noted, begin, sizeof(noted));
    if (dnnl_memory_desc_equal(&noted, &order.data) == 0) return nullptr;
  }
  return begin + kPackedNoteBytes;
}

}  // namespace paddle::operators::kernels
