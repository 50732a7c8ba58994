// Many pieces in one allocation.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// First a layout is made, piece by piece; then Memory() covers it. The
// allocation is replaced only when a layout needs more than it ever did, so
// addresses stay as they are from run to run. Not thread safe.
class Arena {
 public:
  // `allocator` must outlive the arena.
  explicit Arena(Allocator* allocator) : allocator_(allocator) {}

  // Appends a piece; its offset, aligned to Allocator::kAlignment.
  // ResourceExhausted if the layout becomes larger than a size_t.
  size_t Append(size_t bytes);
  // Makes the layout at least `bytes` large: for offsets planned elsewhere.
  void Extend(size_t bytes);
  // Forgets the layout and keeps the memory.
  void Clear() { size_ = 0; }

  // The bytes of the layout so far.
  size_t size() const { return size_; }
  // The bytes at hand without allocating; never shrinks.
  size_t capacity() const { return memory_ == nullptr ? 0 : memory_->size(); }

  // An allocation of at least size() bytes. Pieces of an allocation that was
  // replaced keep it alive, but hold the old bytes.
  const std::shared_ptr<Allocation>& Memory();

 private:
  Allocator* const allocator_;
  size_t size_ = 0;
  std::shared_ptr<Allocation> memory_;
};

}  // namespace paddle::memory
