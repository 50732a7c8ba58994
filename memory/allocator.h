// A piece of memory, and where it comes from: the interfaces.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/stats.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// Memory of one place, returned to its source by the destructor. Shared by
// every tensor that looks into it. Reading and writing the bytes is the
// holders' affair; the object itself never changes.
class Allocation {
 public:
  Allocation(void* data, size_t size, platform::Place place)
      : data_(data), size_(size), place_(place) {}
  virtual ~Allocation() = default;
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  void* data() const { return data_; }   // never null
  size_t size() const { return size_; }  // bytes that may be used
  platform::Place place() const { return place_; }

 private:
  void* const data_;
  const size_t size_;
  const platform::Place place_;
};

// Source of memory. Implementations are thread safe, and an Allocation may
// outlive the Allocator it came from.
class Allocator {
 public:
  // Every allocation is aligned to this many bytes (a cache line, and the
  // widest vector register).
  static constexpr size_t kAlignment = 64;

  virtual ~Allocator() = default;
  // At least `bytes` bytes; 0 is legal and gives a valid object.
  // ResourceExhausted, naming place and sizes, if there is no memory.
  virtual std::shared_ptr<Allocation> Allocate(size_t bytes) = 0;
  virtual platform::Place place() const = 0;

  virtual Stats stats() const = 0;
  // Makes the current use the peak, to measure what follows.
  virtual void ResetPeak() = 0;
  // Gives back to the system what is kept for reuse.
  virtual void ReleaseCached() {}
};

}  // namespace paddle::memory
