// Scratch memory of a thread, for kernels that run in parallel pieces: a
// Workspace belongs to the whole kernel, and its pieces would share it.
#pragma once

#include <cstddef>

namespace paddle::operators::kernels {

// The slots of a thread. Functions that hold scratch memory on one thread at
// the same time use different slots, or one would overwrite the other's.
enum class ScratchSlot : int {
  kShared = 0,   // read by all pieces of a parallel loop: its caller's
  kTotal = 1,    // written when all pieces are done: its caller's
  kPiece = 2,    // of one piece
  kLibrary = 3,  // handed to a library call
  kTile = 4,     // of a tile of a product, inside any of the others
};
inline constexpr int kScratchSlots = 5;

// Returns at least `bytes` bytes of CPU memory, aligned for any type and not
// initialized. They are valid until this thread asks for the same slot again.
// The memory stays with the thread and only grows, so that a kernel that runs
// again allocates nothing.
void* ThreadScratch(ScratchSlot slot, size_t bytes);

// Returns room for `count` elements of T, not initialized.
template <typename T>
T* ThreadScratch(ScratchSlot slot, size_t count) {
  return static_cast<T*>(ThreadScratch(slot, count * sizeof(T)));
}

}  // namespace paddle::operators::kernels
