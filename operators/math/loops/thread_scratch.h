// Scratch memory of one thread, for kernels that run in parallel pieces.
#pragma once

#include <cstddef>

namespace paddle::operators::kernels {

// Who holds scratch memory at the same time on one thread has a slot of its
// own.
enum class ScratchSlot : int {
  kShared = 0,   // read by all pieces of a parallel loop: its caller's
  kTotal = 1,    // written when all pieces are done: its caller's
  kPiece = 2,    // of one piece
  kLibrary = 3,  // handed to a library call
};
inline constexpr int kScratchSlots = 4;

// At least `bytes` bytes of CPU memory, aligned for any use. Valid until this
// thread asks for the same slot again; the bytes are not initialised. Capacity
// only grows, so that a repeated request takes no memory.
void* ThreadScratch(ScratchSlot slot, size_t bytes);

template <typename T>
T* ThreadScratch(ScratchSlot slot, size_t count) {
  return static_cast<T*>(ThreadScratch(slot, count * sizeof(T)));
}

}  // namespace paddle::operators::kernels
