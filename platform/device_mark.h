// Lets two streams of a GPU, or a GPU and the host, wait for each other.
#pragma once

#include "paddle/platform/cuda_device_context.h"

struct CUevent_st;  // a cudaEvent_t points to it

namespace paddle::platform {

// A point in the work of a GPU. Used by one thread. Builds without code for
// GPUs have no such class.
class DeviceMark {
 public:
  // Marks the end of what has been submitted to the context so far. Cannot be
  // recorded (device_graph.h).
  explicit DeviceMark(const CUDADeviceContext& device);
  ~DeviceMark();
  DeviceMark(const DeviceMark&) = delete;
  DeviceMark& operator=(const DeviceMark&) = delete;

  // True when that work is complete. Unavailable if the GPU reports an error.
  bool Passed() const;
  // Makes work that is submitted to `device` later begin after it.
  void Precede(const CUDADeviceContext& device) const;

 private:
  CUevent_st* event_ = nullptr;
};

}  // namespace paddle::platform
