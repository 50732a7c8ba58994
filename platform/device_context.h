// What a kernel needs to know of the device it runs on.
#pragma once

#include "paddle/platform/place.h"

namespace paddle::platform {

// Base of the device contexts; on a GPU it will own stream and handles. Kernels
// take it by const reference. Thread safe: it has no state that changes.
class DeviceContext {
 public:
  virtual ~DeviceContext() = default;
  virtual Place place() const = 0;
  // Returns when all work submitted through this context is done.
  virtual void Wait() const = 0;
};

class CPUDeviceContext final : public DeviceContext {
 public:
  Place place() const override { return CPUPlace(); }
  void Wait() const override {}
};

// The process-wide context of a place; lives until the process ends. Throws
// Unavailable for a device this build or machine does not have.
const DeviceContext& DeviceContextOf(Place place);

// The number of CUDA devices that can be used; 0 in a build without CUDA.
int CUDADeviceCount();

namespace internal {
// Defined by device_context_cuda.cc or device_context_stub.cc.
const DeviceContext& CUDADeviceContextOf(int device);
}  // namespace internal

}  // namespace paddle::platform
