// Memory of callers, under tensors that only read it.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "paddle/memory/allocation.h"
#include "paddle/platform/place.h"

namespace paddle::c_api {

// Memory on the CPU that a caller has lent. Once it was taken, calls `release`
// on whatever thread uses it last; before that it is the caller's.
class CallerMemory : public memory::Allocation {
 public:
  CallerMemory(const void* data, size_t size, std::function<void()> release)
      : Allocation(const_cast<void*>(data), size, platform::CPUPlace()),
        release_(std::move(release)) {}
  ~CallerMemory() override {
    if (taken_) release_();
  }
  void Take() { taken_ = true; }

 private:
  const std::function<void()> release_;
  bool taken_ = false;
};

}  // namespace paddle::c_api
