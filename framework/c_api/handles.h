// The handles that callers have, so that any other pointer can be told.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/platform/enforce.h"

namespace paddle::c_api {

// Returns a number that no other handle of any type has had in this process,
// since an address would be that of a later object, too. User space of x86-64
// and of 64-bit ARM ends below the first, so that none is the address of
// anything; doubles hold them exactly. Thread safe.
inline uintptr_t NextHandle() {
  static_assert(sizeof(uintptr_t) == sizeof(uint64_t), "64 bits");
  constexpr uintptr_t kFirst = uintptr_t{1} << 48;
  // Low bits are zero, as in the pointers that bindings may expect.
  constexpr uintptr_t kStep = 16;
  static std::atomic<uintptr_t> next{kFirst};
  return next.fetch_add(kStep, std::memory_order_relaxed);
}

// Owns the objects of type T that callers have handles of. A handle is a number
// that looks like a pointer: it is looked up and never followed. One that was
// freed or never was is an error, and an object that is in use outlives its
// handle. Thread safe.
template <typename T>
class Handles {
 public:
  // Never destroyed: handles may be freed while the process ends.
  static Handles& Instance() {
    static Handles& all = *new Handles;
    return all;
  }

  // Returns the handle of an object, which it now owns.
  T* Give(std::shared_ptr<T> object) {
    T* const handle = reinterpret_cast<T*>(NextHandle());
    Shard& shard = ShardOf(handle);
    std::lock_guard<std::mutex> lock(shard.mutex);
    shard.objects.emplace(handle, std::move(object));
    return handle;
  }

  // Returns the object of a handle, null if there is none.
  std::shared_ptr<T> Find(const T* handle) {
    Shard& shard = ShardOf(handle);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.objects.find(handle);
    return found == shard.objects.end() ? nullptr : found->second;
  }

  // Returns the object of a handle. Throws InvalidArgument, naming `what` it
  // should be, if there is none.
  std::shared_ptr<T> Get(const T* handle, const char* what) {
    PADDLE_ENFORCE(handle != nullptr, InvalidArgument, what, " is NULL");
    auto found = Find(handle);
    PADDLE_ENFORCE(found != nullptr, InvalidArgument, what,
                   " is no handle of its kind, or was freed");
    return found;
  }

  // Ends a handle; does nothing if it is none.
  void Free(const T* handle) noexcept {
    std::shared_ptr<T> last;  // The object dies after the lock.
    Shard& shard = ShardOf(handle);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.objects.find(handle);
    if (found == shard.objects.end()) return;
    last = std::move(found->second);
    shard.objects.erase(found);
  }

 private:
  // Threads with handles of their own seldom wait for one another.
  struct alignas(64) Shard {
    std::mutex mutex;
    absl::flat_hash_map<const T*, std::shared_ptr<T>> objects;
  };
  Shard& ShardOf(const T* handle) {
    const auto number = reinterpret_cast<uintptr_t>(handle);
    return shards_[(number >> 4) % shards_.size()];
  }

  std::array<Shard, 64> shards_;
};

}  // namespace paddle::c_api
