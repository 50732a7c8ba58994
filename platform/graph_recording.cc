#include "paddle/platform/graph_recording.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace internal {
namespace {

thread_local GraphRecording* current = nullptr;

class RecordingScope {
 public:
  explicit RecordingScope(GraphRecording* recording) {
    PADDLE_ENFORCE(current == nullptr, Internal,
                   "a recording within a recording");
    current = recording;
  }
  ~RecordingScope() { current = nullptr; }
  RecordingScope(const RecordingScope&) = delete;
  RecordingScope& operator=(const RecordingScope&) = delete;
};

}  // namespace

GraphRecording* CurrentRecording() { return current; }

bool Record(GraphRecording* recording, absl::FunctionRef<void()> submit) {
  const RecordingScope scope(recording);
  try {
    submit();
  } catch (const Error&) {
    if (!recording->refused) throw;
    return false;
  }
  return true;
}

}  // namespace internal

void RefuseWhileRecording(const char* what) {
  internal::GraphRecording* recording = internal::CurrentRecording();
  if (recording == nullptr) return;
  recording->refused = true;
  PADDLE_THROW(Unavailable, what, " cannot be part of a graph");
}

}  // namespace paddle::platform
