// Allocates the memory of the emulated GPU (--config=emulated), which only
// kernels and copies can access.
#pragma once

#include <cstddef>

namespace paddle::platform {

// Returns memory of the emulated GPU, aligned to 64 bytes and filled with 0xA5,
// or null if none is left. Accessing it outside an EmulatedMemoryAccess ends
// the process, because such code would fail on a real GPU; with the address
// sanitizer, so does accessing it out of bounds or after it was freed. Thread
// safe.
void* NewEmulatedMemory(size_t bytes);
// Frees memory of NewEmulatedMemory; `bytes` is the size it was asked for.
// Thread safe.
void DeleteEmulatedMemory(void* data, size_t bytes);

// Makes all memory of the emulated GPU accessible during its lifetime, while a
// kernel or a copy runs. Objects may nest and may overlap between threads;
// memory stays accessible to every thread until the last one is destroyed.
class EmulatedMemoryAccess {
 public:
  EmulatedMemoryAccess();
  ~EmulatedMemoryAccess();
  EmulatedMemoryAccess(const EmulatedMemoryAccess&) = delete;
  EmulatedMemoryAccess& operator=(const EmulatedMemoryAccess&) = delete;
};

}  // namespace paddle::platform
