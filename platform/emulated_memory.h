// Memory of the emulated GPU (--config=emulated), accessible to GPU code only.
#pragma once

#include <cstddef>

namespace paddle::platform {

// Returns memory of the emulated GPU, aligned to 64 bytes and filled with 0xA5,
// or null if none is left. Accessing it outside an EmulatedMemoryAccess ends
// the process, because such code would fail on a real GPU; with the address
// sanitizer, so does accessing it out of bounds or after it was freed. Thread
// safe.
void* NewEmulatedMemory(size_t bytes);
void DeleteEmulatedMemory(void* data, size_t bytes);

// Makes the memory accessible during its lifetime, while a kernel or a copy
// runs. Scopes may nest and overlap in any threads.
class EmulatedMemoryAccess {
 public:
  EmulatedMemoryAccess();
  ~EmulatedMemoryAccess();
  EmulatedMemoryAccess(const EmulatedMemoryAccess&) = delete;
  EmulatedMemoryAccess& operator=(const EmulatedMemoryAccess&) = delete;
};

}  // namespace paddle::platform
