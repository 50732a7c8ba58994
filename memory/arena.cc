#include "paddle/memory/arena.h"

#include <algorithm>
#include <cstdint>

#include "paddle/platform/enforce.h"

namespace paddle::memory {

size_t Arena::Append(size_t bytes) {
  constexpr size_t kMask = Allocator::kAlignment - 1;
  const size_t offset = (size_ + kMask) & ~kMask;
  PADDLE_ENFORCE(offset >= size_ && bytes <= SIZE_MAX - offset,
                 ResourceExhausted, "an arena of ", size_,
                 " bytes cannot hold ", bytes, " more");
  size_ = offset + bytes;
  return offset;
}

void Arena::Extend(size_t bytes) { size_ = std::max(size_, bytes); }

const std::shared_ptr<Allocation>& Arena::Memory() {
  if (memory_ == nullptr || memory_->size() < size_) {
    memory_.reset();  // first, so that the allocator can use it again
    memory_ = allocator_->Allocate(size_);
  }
  return memory_;
}

}  // namespace paddle::memory
