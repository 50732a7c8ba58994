// The state of a thread that records a graph, for code that submits work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_graph.h"

namespace paddle::platform::internal {

// Memory that the work of a graph uses, alive as long as the graph.
struct GraphMemory {
  std::shared_ptr<void> scratch;  // of memory/scratch.h
  // snapshots of memory the host may change
  std::vector<std::shared_ptr<void>> copies;
};

// One recording. On a GPU the stream captures the work; with the emulated GPU
// the work is a list of functions.
struct GraphRecording {
  // Set by RefuseWhileRecording: the recording has failed.
  bool refused = false;
  // The step of the graph's random numbers, and whether any were drawn.
  GraphStep step;
  bool reads_step = false;
  GraphMemory memory;
  // The stream that captures the work; null with the emulated GPU.
  CUstream_st* stream = nullptr;
  std::vector<std::function<void()>> emulated;
};

// Returns the recording of the calling thread, or null.
GraphRecording* CurrentRecording();

// Runs the work on the emulated GPU, or records it if the thread is recording.
template <typename Work>
void SubmitEmulated(const Work& work) {
  if (GraphRecording* recording = CurrentRecording()) {
    recording->emulated.emplace_back(work);
  } else {
    work();
  }
}

// Calls `submit` while `recording` is the thread's current one. Returns false
// if something in it refused to be recorded; other errors propagate. An
// internal error if the thread is already recording.
bool Record(GraphRecording* recording, absl::FunctionRef<void()> submit);

}  // namespace paddle::platform::internal
