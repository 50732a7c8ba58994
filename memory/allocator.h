// Declares the two interfaces of memory: a block of it, and an allocator.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/stats.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// Owns a block of memory of one place and returns it to its allocator when
// destroyed. All tensors that share the block share the ownership. The object
// is immutable; its holders synchronize access to the bytes themselves.
class Allocation {
 public:
  Allocation(void* data, size_t size, platform::Place place)
      : data_(data), size_(size), place_(place) {}
  virtual ~Allocation() = default;
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  void* data() const { return data_; }   // never null
  size_t size() const { return size_; }  // usable bytes
  platform::Place place() const { return place_; }

 private:
  void* const data_;
  const size_t size_;
  const platform::Place place_;
};

// Interface of all allocators. Implementations are thread safe, and an
// Allocation may outlive the Allocator that made it.
class Allocator {
 public:
  // Alignment of every allocation, in bytes: a cache line, which is also the
  // widest vector register.
  static constexpr size_t kAlignment = 64;

  virtual ~Allocator() = default;
  // Returns at least `bytes` bytes; 0 is legal and gives a valid object. Throws
  // ResourceExhausted, naming the place and the sizes, if memory runs out.
  virtual std::shared_ptr<Allocation> Allocate(size_t bytes) = 0;
  virtual platform::Place place() const = 0;

  virtual Stats stats() const = 0;
  // Sets the peak to the current use, to measure the peak of what follows.
  virtual void ResetPeak() = 0;
  // Returns cached blocks to the system. Does nothing if there is no cache.
  virtual void ReleaseCached() {}
};

}  // namespace paddle::memory
