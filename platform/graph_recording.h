// What the thread records at the moment: for the code that submits work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_graph.h"

namespace paddle::platform::internal {

// What the work of a graph uses, for as long as the graph lives.
struct GraphMemory {
  std::shared_ptr<void> scratch;              // of memory/scratch.h
  std::vector<std::shared_ptr<void>> copies;  // of what the host may change
};

// One recording. The stream is that of CUDA, which collects the work itself;
// where the processor plays the GPU, the work is a list of functions.
struct GraphRecording {
  bool refused = false;
  GraphStep step;
  bool reads_step = false;
  GraphMemory memory;
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

// Calls `submit`, while `recording` is the thread's. False if something in it
// refused to be recorded; other errors come out. Internal error if the thread
// records already.
bool Record(GraphRecording* recording, absl::FunctionRef<void()> submit);

}  // namespace paddle::platform::internal
