// Units of memory, for code on GPUs that moves elements without looking at
// them: by size alone, and several at a time where they are contiguous. One
// instantiation per size serves all data types.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::operators::kernels {

// The most that a thread loads or stores with one instruction. A warp of 32
// threads then moves 512 bytes at a time.
struct alignas(16) Unit16 {
  uint64_t words[2];
};

// Calls visit(unit) with a value of an unsigned type of this many bytes, the
// size of an element: 1, 2, 4 or 8. The value only names the type.
template <typename Visit>
void WithElementUnit(size_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(uint8_t());
    case 2:
      return visit(uint16_t());
    case 4:
      return visit(uint32_t());
    default:
      return visit(uint64_t());
  }
}

// Calls visit(unit) for 1, 2, 4, 8 or 16 bytes, the last for a run of elements.
template <typename Visit>
void WithUnit(size_t bytes, const Visit& visit) {
  if (bytes == sizeof(Unit16)) return visit(Unit16());
  WithElementUnit(bytes, visit);
}

// True if a unit of this size may be loaded from the address; a GPU faults on
// one that is not aligned. Allocations are aligned; slices of tensors need not
// be.
inline bool IsAligned(const void* address, size_t bytes) {
  return reinterpret_cast<uintptr_t>(address) % bytes == 0;
}

}  // namespace paddle::operators::kernels
