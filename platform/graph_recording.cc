#include "paddle/platform/graph_recording.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace internal {
namespace {

thread_local GraphRecording* current = nullptr;

}  // namespace

GraphRecording* CurrentRecording() { return current; }

RecordingScope::RecordingScope(GraphRecording* recording) {
  PADDLE_ENFORCE(current == nullptr, Internal,
                 "a recording within a recording");
  current = recording;
}

RecordingScope::~RecordingScope() { current = nullptr; }

}  // namespace internal

void RefuseWhileRecording(const char* what) {
  internal::GraphRecording* recording = internal::CurrentRecording();
  if (recording == nullptr) return;
  recording->refused = true;
  PADDLE_THROW(Unavailable, what, " cannot be part of a graph");
}

}  // namespace paddle::platform
