#include "paddle/platform/device_random.h"

#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {

DeviceRandomStream SubmittedStream(const RandomKey& key) {
  internal::GraphRecording* recording = internal::CurrentRecording();
  if (recording == nullptr) return DeviceRandomStream(key);
  const GraphStep& step = recording->step;
  if (step.at == nullptr || key.step != step.recorded) {
    RefuseWhileRecording("a draw of random numbers");
  }
  recording->reads_step = true;
  return DeviceRandomStream(key, step.at);
}

}  // namespace paddle::platform
