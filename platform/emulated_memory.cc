#include "paddle/platform/emulated_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

// Without a sanitizer its header may be missing as well.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(data, size) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(data, size) static_cast<void>(0)
#endif

namespace paddle::platform {
namespace {

// reserved addresses, which take no memory
constexpr size_t kReserved = size_t{1} << 34;
constexpr size_t kAlignment = 64;

// First fit over a list of free ranges: tests are small, so nothing faster is
// needed.
class Region {
 public:
  Region() {
    void* base = mmap(nullptr, kReserved, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return;
    base_ = static_cast<char*>(base);
    free_[0] = kReserved;
  }

  void* Take(size_t bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto range = free_.begin(); range != free_.end(); ++range) {
      if (range->second < bytes) continue;
      const auto [begin, size] = *range;
      free_.erase(range);
      if (size > bytes) free_[begin + bytes] = size - bytes;
      return base_ + begin;
    }
    return nullptr;
  }

  void GiveBack(void* data, size_t bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    const size_t begin = static_cast<size_t>(static_cast<char*>(data) - base_);
    auto range = free_.emplace(begin, bytes).first;
    const auto next = std::next(range);
    if (next != free_.end() && next->first == begin + bytes) {
      range->second += next->second;
      free_.erase(next);
    }
    if (range == free_.begin()) return;
    const auto before = std::prev(range);
    if (before->first + before->second != begin) return;
    before->second += range->second;
    free_.erase(range);
  }

  void Open() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (users_++ == 0) Protect(PROT_READ | PROT_WRITE);
  }

  void Close() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (--users_ == 0) Protect(PROT_NONE);
  }

 private:
  void Protect(int protection) {
    if (base_ != nullptr) mprotect(base_, kReserved, protection);
  }

  std::mutex mutex_;
  char* base_ = nullptr;
  int users_ = 0;
  std::map<size_t, size_t> free_;  // begin -> bytes
};

Region& TheRegion() {
  static Region* const region = new Region;
  return *region;
}

// Returns the size with alignment and a gap, so that an overrun hits no
// neighbour.
size_t Taken(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment + kAlignment;
}

}  // namespace

void* NewEmulatedMemory(size_t bytes) {
  if (bytes > kReserved) return nullptr;
  void* data = TheRegion().Take(Taken(bytes));
  if (data == nullptr) return nullptr;
  ASAN_POISON_MEMORY_REGION(data, Taken(bytes));
  ASAN_UNPOISON_MEMORY_REGION(data, bytes);
  const EmulatedMemoryAccess access;
  std::memset(data, 0xA5, bytes);
  return data;
}

void DeleteEmulatedMemory(void* data, size_t bytes) {
  ASAN_POISON_MEMORY_REGION(data, Taken(bytes));
  TheRegion().GiveBack(data, Taken(bytes));
}

EmulatedMemoryAccess::EmulatedMemoryAccess() { TheRegion().Open(); }
EmulatedMemoryAccess::~EmulatedMemoryAccess() { TheRegion().Close(); }

}  // namespace paddle::platform
