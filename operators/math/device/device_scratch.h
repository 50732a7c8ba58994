// Scratch memory on GPUs for functions that take no Workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "paddle/memory/scratch.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Owns memory of the device for `count` elements of T, not initialized. Kernels
// that are submitted while it lives may use it, also after.
template <typename T>
class DeviceScratch {
 public:
  DeviceScratch(const platform::DeviceContext& device, int64_t count)
      : memory_(device, count * sizeof(T)) {}

  // Returns an address for kernels; the host cannot read it.
  T* data() const { return memory_.data<T>(); }

 private:
  const DeviceMemory memory_;
};

// Supplies a Workspace (workspace.h) on a GPU for a function without one that
// calls a function that asks for one. Owns the memory of the last request, and
// releases that of the one before, as a Workspace may.
class DeviceWorkspace {
 public:
  explicit DeviceWorkspace(const platform::DeviceContext& device)
      : device_(device) {}

  void* operator()(size_t bytes) const {
    memory_ = memory::AllocateScratch(device_.place(), bytes);
    return memory_->data();
  }

 private:
  const platform::DeviceContext& device_;
  // Changes in a call that is const, as FunctionRef requires.
  mutable std::shared_ptr<memory::Allocation> memory_;
};

}  // namespace paddle::operators::kernels
