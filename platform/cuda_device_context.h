// The context of a GPU: the stream its work goes to.
#pragma once

#include "paddle/platform/device_context.h"
#include "paddle/platform/device_error.h"

struct CUstream_st;  // of cudaStream_t

namespace paddle::platform {

// Kernels, copies and allocations of one GPU are ordered by its one stream.
// Thread safe; what threads submit at the same time is ordered somehow.
class CUDADeviceContext final : public DeviceContext {
 public:
  explicit CUDADeviceContext(int device);
  Place place() const override { return CUDAPlace(device_); }
  // Also throws what kernels have reported: OutOfRange for an index, and so on.
  void Wait() const override;

  // Makes this the calling thread's GPU. Every launch and copy begins so.
  void Select() const;
  // Of a thread that records a graph, the stream that collects it.
  CUstream_st* stream() const;
  int multiprocessors() const { return multiprocessors_; }
  // For kernels that check data; see device_error.h for `what`.
  DeviceErrors errors(const char* what) const { return {note_, what}; }

 private:
  const int device_;
  int multiprocessors_ = 1;
  CUstream_st* stream_ = nullptr;
  DeviceErrorNote* note_ = nullptr;
};

// The context as what it is. Internal error unless its place is a GPU.
const CUDADeviceContext& CUDAContext(const DeviceContext& context);

// CUDAContext(context).errors(what).
DeviceErrors ErrorsOf(const DeviceContext& context, const char* what);

}  // namespace paddle::platform
