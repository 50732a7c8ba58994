// Holds one object per GPU, created on first use.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace paddle::platform {

// An array with one object for each GPU, created on first use. A GPU that is
// unavailable, since another process may hold it, then does not disable the
// others, and unused GPUs stay untouched. Owns the objects. Thread safe.
template <typename T>
class PerDevice {
 public:
  explicit PerDevice(int count) : objects_(count) {}
  int count() const { return static_cast<int>(objects_.size()); }

  // Returns the object of a device in [0, count()), made by `make` the first
  // time. If `make` throws, the error propagates and the next call tries again.
  template <typename Make>
  T& Get(int device, const Make& make) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<T>& object = objects_[device];
    if (object == nullptr) object = make();
    return *object;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> objects_;  // guarded by mutex_
};

}  // namespace paddle::platform
