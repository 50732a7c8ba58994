// Memory of a device, and copies of the host's numbers there, such as the rows
// of SelectedRows, the offsets of sequences and lists of permutations.
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

// Owns `bytes` bytes of memory of a device, not initialized. Work that is
// submitted to the device during the lifetime of this object may use it, also
// after: the allocator gives it out again only to later work of the same
// stream.
class DeviceMemory {
 public:
  DeviceMemory(const platform::DeviceContext& device, size_t bytes)
      : memory_(memory::AllocateScratch(device.place(), bytes)) {}
  // Returns an address in memory of the device.
  template <typename T>
  T* data() const {
    return static_cast<T*>(memory_->data());
  }

 private:
  const std::shared_ptr<memory::Allocation> memory_;
};

// Copies `numbers` to `to`, in memory of the device, in the order of the
// device's work. The numbers may change as soon as this returns. Does not wait
// for the device.
inline void CopyToDevice(const platform::DeviceContext& device,
                         absl::Span<const int64_t> numbers, int64_t* to) {
  memory::CopyAsync(device.place(), to, platform::CPUPlace(), numbers.data(),
                    numbers.size() * sizeof(int64_t));
}

// Owns a copy of `numbers` in memory of the device. Small lists only: the copy
// is made at each run.
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
