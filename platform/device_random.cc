#include "paddle/platform/device_random.h"

#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {

DeviceRandomStream SubmittedStream(const RandomKey& key) {
  internal::GraphRecording* recording = internal::CurrentRecording();
  if (recording == nullptr) return DeviceRandomStream(key);
  if (recording->step == nullptr) RefuseWhileRecording("random numbers");
  recording->reads_step = true;
  return DeviceRandomStream(key, recording->step);
}

}  // namespace paddle::platform
