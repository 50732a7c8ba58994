// Scratch memory on GPUs for functions that get no Workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "paddle/memory/scratch.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// DeviceMemory for elements of one type. Not initialised.
template <typename T>
class DeviceScratch {
 public:
  DeviceScratch(const platform::DeviceContext& device, int64_t count)
      : memory_(device, count * sizeof(T)) {}

  T* data() const { return memory_.data<T>(); }

 private:
  const DeviceMemory memory_;
};

// A Workspace (workspace.h) of a GPU.
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
  mutable std::shared_ptr<memory::Allocation> memory_;
};

}  // namespace paddle::operators::kernels
