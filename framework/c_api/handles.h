// The handles that callers have, so that any other pointer can be told.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/platform/enforce.h"

namespace paddle::c_api {

// Owns the objects of type T that callers have handles of. A handle is the
// address of its object, and is looked up before it is followed: one that was
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
    T* const handle = object.get();
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
    const auto address = reinterpret_cast<uintptr_t>(handle);
    return shards_[(address >> 6 ^ address >> 12) % shards_.size()];
  }

  std::array<Shard, 64> shards_;
};

}  // namespace paddle::c_api
