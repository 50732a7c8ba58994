// The device context of a GPU, which owns the stream for its work.
#pragma once

#include "paddle/platform/device_context.h"
#include "paddle/platform/device_error.h"

struct CUstream_st;  // a cudaStream_t points to it

namespace paddle::platform {

// Orders the kernels, copies and allocations of one GPU on its single stream.
// Thread safe; the order of work submitted by several threads at once is
// unspecified.
class CUDADeviceContext final : public DeviceContext {
 public:
  static constexpr PlaceKind kPlaceKind = PlaceKind::kCUDA;

  explicit CUDADeviceContext(int device);
  Place place() const override { return CUDAPlace(device_); }
  // Waits for all submitted work, then throws the first error that a kernel has
  // reported: OutOfRange for an index, and so on.
  void Wait() const override;

  // Makes this GPU the calling thread's current one, before each launch and
  // copy.
  void Select() const;
  // Returns the GPU's stream or, while the calling thread records a graph, the
  // stream that captures the recording.
  CUstream_st* stream() const;
  int multiprocessors() const { return multiprocessors_; }
  // Returns a reporter for kernels that check data; device_error.h explains
  // `what`.
  DeviceErrors errors(const char* what) const { return {note_, what}; }

 private:
  const int device_;
  int multiprocessors_ = 1;
  CUstream_st* stream_ = nullptr;
  DeviceErrorNote* note_ = nullptr;
};

// Downcasts the context of a GPU; an internal error for any other place.
const CUDADeviceContext& CUDAContext(const DeviceContext& context);

// Returns the error reporter of a GPU's context.
DeviceErrors ErrorsOf(const DeviceContext& context, const char* what);

}  // namespace paddle::platform
