// What the thread records at the moment: for the code that submits work.
#pragma once

#include <functional>
#include <vector>

#include "paddle/platform/device_graph.h"

namespace paddle::platform::internal {

// One recording. The stream is that of CUDA, which collects the work itself;
// where the processor plays the GPU, the work is a list of functions.
struct GraphRecording {
  bool refused = false;
  CUstream_st* stream = nullptr;
  std::vector<std::function<void()>> emulated;
};

// Null unless the calling thread records.
GraphRecording* CurrentRecording();

// Where the processor plays the GPU: does the work, or records it.
template <typename Work>
void SubmitEmulated(const Work& work) {
  if (GraphRecording* recording = CurrentRecording()) {
    recording->emulated.emplace_back(work);
  } else {
    work();
  }
}

// While it exists, `recording` is the thread's. Internal error if there is one.
class RecordingScope {
 public:
  explicit RecordingScope(GraphRecording* recording);
  ~RecordingScope();
  RecordingScope(const RecordingScope&) = delete;
  RecordingScope& operator=(const RecordingScope&) = delete;
};

}  // namespace paddle::platform::internal
