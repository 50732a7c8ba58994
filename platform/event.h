// Where the time goes: named stretches of time, for a profiler to show.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::platform {

// Nanoseconds of the steady clock.
struct Event {
  std::string name;
  int thread;  // 0, 1, ... in the order in which threads recorded first
  int64_t begin;
  int64_t end;
};

// Begins to collect; what an earlier collection left is dropped.
void StartEvents();
// Ends it and gives the events, in the order in which they ended. Stretches
// still open are lost.
std::vector<Event> StopEvents();

namespace internal {
extern std::atomic<bool> recording_events;
int64_t EventClock();
void StoreEvent(absl::string_view name, int64_t begin);
}  // namespace internal

// Records the time from here to the end of the enclosing braces. Costs one
// relaxed load while nobody collects. `name` must live as long as the object.
// Thread safe.
class RecordEvent {
 public:
  explicit RecordEvent(absl::string_view name) : name_(name) {
    if (internal::recording_events.load(std::memory_order_relaxed)) {
      begin_ = internal::EventClock();
    }
  }
  ~RecordEvent() {
    if (begin_ >= 0) internal::StoreEvent(name_, begin_);
  }
  RecordEvent(const RecordEvent&) = delete;
  RecordEvent& operator=(const RecordEvent&) = delete;

 private:
  const absl::string_view name_;
  int64_t begin_ = -1;  // negative: not recording
};

}  // namespace paddle::platform
