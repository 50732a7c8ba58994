// The memory of the emulated GPU (--config=emulated): pages that only code of
// the GPU may touch.
#pragma once

#include <cstddef>

namespace paddle::platform {

// Memory of the emulated GPU, aligned to 64 bytes; null if there is none left.
// Touching it outside of an EmulatedMemoryAccess ends the process: such code
// would fail on a GPU. So does touching what lies behind it, or what has been
// given back, in builds with the address sanitizer. Filled with 0xA5 bytes.
// Thread safe.
void* NewEmulatedMemory(size_t bytes);
void DeleteEmulatedMemory(void* data, size_t bytes);

// While one exists, the memory can be read and written: a kernel runs, or a
// copy. They nest, in any threads.
class EmulatedMemoryAccess {
 public:
  EmulatedMemoryAccess();
  ~EmulatedMemoryAccess();
  EmulatedMemoryAccess(const EmulatedMemoryAccess&) = delete;
  EmulatedMemoryAccess& operator=(const EmulatedMemoryAccess&) = delete;
};

}  // namespace paddle::platform
