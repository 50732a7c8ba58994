// One object for each GPU, made when it is first asked for.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace paddle::platform {

// A GPU that cannot be used (held by another process) does not keep those
// beside it from being used, and none is touched that nobody asked for. Thread
// safe.
template <typename T>
class PerDevice {
 public:
  explicit PerDevice(int count) : objects_(count) {}
  int count() const { return static_cast<int>(objects_.size()); }

  // What `make` gave for this device, of [0, count()). An error of `make` comes
  // out, and the next call tries again.
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
