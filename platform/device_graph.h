// Records work once and submits it as a whole, as a CUDA graph: a step of
// hundreds of small kernels then takes a single call.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_context.h"

struct CUstream_st;  // a cudaStream_t points to it

namespace paddle::platform {

// A recorded graph. Immutable; only one thread may launch it at a time.
class DeviceGraph {
 public:
  explicit DeviceGraph(bool reads_step) : reads_step_(reads_step) {}
  virtual ~DeviceGraph() = default;
  // True if random numbers in the graph depend on the step.
  bool reads_step() const { return reads_step_; }
  // Submits the recorded work to its context, after all work submitted before.
  // It uses the pointers and numbers of the recording.
  virtual void Launch() const = 0;

 private:
  const bool reads_step_;
};

// The step that a graph's random numbers depend on.
struct GraphStep {
  // Address in GPU memory of the step at the time of a launch.
  const uint64_t* at = nullptr;
  // The step that random keys carry while the graph is recorded.
  uint64_t recorded = 0;
};

// Calls `submit` and records, instead of executing, what the calling thread
// submits to the GPU meanwhile; other threads are not affected. Copies from
// host memory copy what it holds now, scratch memory (memory/scratch.h) belongs
// to the graph, and random numbers follow the step found at launch
// (device_random.h). Returns null if something refused to be recorded (see
// below), in which case nothing was executed, and always null in builds without
// GPU code. Other errors propagate.
std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext& context,
                                         absl::FunctionRef<void()> submit,
                                         const GraphStep& step = {});

// Must precede whatever a graph cannot repeat: waiting, allocating memory that
// outlives it, copying to the host. If the thread is recording, throws
// Unavailable and the recording fails.
void RefuseWhileRecording(const char* what);

}  // namespace paddle::platform
