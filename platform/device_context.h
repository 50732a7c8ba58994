// The device context, which tells a kernel what device it runs on.
#pragma once

#include <type_traits>

#include "paddle/platform/place.h"

namespace paddle::platform {

// Base class of device contexts. Kernels take it by const reference. Thread
// safe, since its state does not change.
class DeviceContext {
 public:
  virtual ~DeviceContext() = default;
  virtual Place place() const = 0;
  // Returns when all work submitted through this context is complete.
  virtual void Wait() const = 0;
};

class CPUDeviceContext final : public DeviceContext {
 public:
  static constexpr PlaceKind kPlaceKind = PlaceKind::kCPU;

  Place place() const override { return CPUPlace(); }
  void Wait() const override {}
};

class CUDADeviceContext;

// True if code whose template parameter is Device is for the CPU, or for GPUs.
template <class Device>
inline constexpr bool kIsCPU = std::is_same_v<Device, CPUDeviceContext>;
template <class Device>
inline constexpr bool kIsCUDA = std::is_same_v<Device, CUDADeviceContext>;

// Returns the context of the CPU; it has no state.
inline const CPUDeviceContext& CPUContext() {
  static const CPUDeviceContext context;
  return context;
}

// Returns the process-wide context of a place, which lives until the process
// ends. Throws Unavailable for a device that this build or machine lacks.
const DeviceContext& DeviceContextOf(Place place);

// Returns the number of usable CUDA devices; 0 in a build without CUDA.
int CUDADeviceCount();

namespace internal {
// Defined by device_context_cuda.cc or device_context_stub.cc.
const DeviceContext& CUDADeviceContextOf(int device);
}  // namespace internal

}  // namespace paddle::platform
