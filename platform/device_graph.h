// Work recorded once and submitted as a whole: a CUDA graph. A step of hundreds
// of small kernels then costs one call.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_context.h"

struct CUstream_st;  // of cudaStream_t

namespace paddle::platform {

// Immutable; launched by one thread at a time.
class DeviceGraph {
 public:
  explicit DeviceGraph(bool reads_step) : reads_step_(reads_step) {}
  virtual ~DeviceGraph() = default;
  // Whether random numbers in it follow the step.
  bool reads_step() const { return reads_step_; }
  // Submits the work to the context it was recorded from, behind what has been
  // submitted before. Its pointers and numbers are those of the recording.
  virtual void Launch() const = 0;

 private:
  const bool reads_step_;
};

// The step that random numbers of a graph follow.
struct GraphStep {
  // In memory of the GPU: the step when the graph is launched.
  const uint64_t* at = nullptr;
  // The step that their keys have while the graph is recorded.
  uint64_t recorded = 0;
};

// Calls `submit`. What the calling thread submits to the GPU meanwhile is
// recorded and not done; other threads go on as ever. Copies from memory of the
// host copy what is there now; scratch memory (memory/scratch.h) is the graph's
// own; random numbers are those of the step that is found when the graph is
// launched (device_random.h). Null if something refused (below): nothing was
// done then. Other errors come out. Without code for GPUs, always null.
std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext& context,
                                         absl::FunctionRef<void()> submit,
                                         const GraphStep& step = {});

// To be called before what a graph cannot repeat: a wait, an allocation of what
// outlives it, a copy to memory of the host. While the thread records, throws
// Unavailable, and the recording fails.
void RefuseWhileRecording(const char* what);

}  // namespace paddle::platform
