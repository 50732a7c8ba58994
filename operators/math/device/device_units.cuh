// Elements that code for GPUs moves without looking at them: by their size
// alone, and several at a time where they lie together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::operators::kernels {

// The most that a thread loads or stores at once.
struct alignas(16) Unit16 {
  uint64_t words[2];
};

// visit(unit) with a value of a type of this many bytes, those of an element:
// 1, 2, 4 or 8.
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

// The same, or 16.
template <typename Visit>
void WithUnit(size_t bytes, const Visit& visit) {
  if (bytes == sizeof(Unit16)) return visit(Unit16());
  WithElementUnit(bytes, visit);
}

// Whether units of this size may be loaded there.
inline bool IsAligned(const void* address, size_t bytes) {
  return reinterpret_cast<uintptr_t>(address) % bytes == 0;
}

}  // namespace paddle::operators::kernels
