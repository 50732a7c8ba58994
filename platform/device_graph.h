// Work recorded once and submitted as a whole: a CUDA graph. A step of hundreds
// of small kernels then costs one call.
#pragma once

#include <memory>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_context.h"

struct CUstream_st;  // of cudaStream_t

namespace paddle::platform {

// Immutable; launched by one thread at a time.
class DeviceGraph {
 public:
  virtual ~DeviceGraph() = default;
  // Submits the work to the context it was recorded from, behind what has been
  // submitted before. Its pointers and numbers are those of the recording.
  virtual void Launch() const = 0;
};

// Calls `submit`. What the calling thread submits to the GPU meanwhile is
// recorded and not done; other threads go on as ever. Null if something in it
// refused to be recorded (below): nothing was done then. Other errors come out.
// Without code for GPUs, always null.
std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext& context,
                                         absl::FunctionRef<void()> submit);

// To be called before what a graph cannot repeat: a wait, an allocation, a copy
// from memory of the host, random numbers. While the thread records, throws
// Unavailable, and the recording fails.
void RefuseWhileRecording(const char* what);

}  // namespace paddle::platform
