// Numbers of the host, such as the rows of SelectedRows, brought to a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/types/span.h"

#include "paddle/memory/copy.h"
#include "paddle/memory/scratch.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

// Memory of a device for as long as this object lives: what was submitted until
// then may use it.
class DeviceMemory {
 public:
  DeviceMemory(const platform::DeviceContext& device, size_t bytes)
      : memory_(memory::AllocateScratch(device.place(), bytes)) {}
  template <typename T>
  T* data() const {
    return static_cast<T*>(memory_->data());
  }

 private:
  const std::shared_ptr<memory::Allocation> memory_;
};

// Copies, in the order of the device's work, what may change once this returns.
inline void CopyToDevice(const platform::DeviceContext& device,
                         absl::Span<const int64_t> numbers, int64_t* to) {
  memory::CopyAsync(device.place(), to, platform::CPUPlace(), numbers.data(),
                    numbers.size() * sizeof(int64_t));
}

// A copy for as long as this object lives.
class DeviceCopy {
 public:
  DeviceCopy(const platform::DeviceContext& device,
             absl::Span<const int64_t> numbers)
      : memory_(device, numbers.size() * sizeof(int64_t)) {
    CopyToDevice(device, numbers, memory_.data<int64_t>());
  }
  const int64_t* data() const { return memory_.data<int64_t>(); }

 private:
  const DeviceMemory memory_;
};

}  // namespace paddle::operators::kernels
