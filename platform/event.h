// Where the time goes: labelled stretches of time, for a profiler to show.
//
//   RecordEvent event;
//   Work();
//   if (event.recording()) {
//     event.End();
//     event.Store(label, bytes_in_use);
//   }
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paddle::platform {

// What a stretch of time was spent on: 0, 1, ... as its users agree.
using EventLabel = int32_t;

// Times are nanoseconds of the steady clock.
struct Event {
  EventLabel label;
  int32_t thread;  // 0, 1, ... in the order in which threads recorded first
  int64_t begin;
  int64_t end;
  int64_t memory;  // bytes in use at its end, as the recorder says
};

// All stretches of one label together.
struct EventTotals {
  int64_t calls = 0;
  int64_t total = 0;
  int64_t own = 0;  // without the stretches recorded inside
  int64_t longest = 0;
};

struct EventCollection {
  std::vector<EventTotals> totals;  // by label
  std::vector<Event> events;        // in the order of their beginnings
  int64_t dropped = 0;              // in the totals, but not among the events
};

// Begins to collect; what an earlier collection left is dropped. Of each thread
// up to `max_events` single events are kept, the totals of all.
void StartEvents(size_t max_events = 1 << 20);
// Ends it. Stretches still open are lost.
EventCollection StopEvents();

namespace internal {
// Which collection is going on: odd numbers; even: none.
extern std::atomic<uint64_t> event_session;
}  // namespace internal

// A number of its own for each collection; 0 while there is none. One relaxed
// load.
inline uint64_t EventSession() {
  const uint64_t session =
      internal::event_session.load(std::memory_order_relaxed);
  return session % 2 == 1 ? session : 0;
}

// Records the time from here to End. Without Store nothing is recorded (an
// exception came). Costs one relaxed load while nobody collects, and some tens
// of nanoseconds otherwise. Stretches of one thread nest as their braces do.
// Threads may record at the same time.
class RecordEvent {
 public:
  RecordEvent() : session_(EventSession()) {
    if (session_ != 0) Begin();
  }
  ~RecordEvent() {
    if (session_ != 0) Leave();
  }
  RecordEvent(const RecordEvent&) = delete;
  RecordEvent& operator=(const RecordEvent&) = delete;

  bool recording() const { return session_ != 0; }
  // Each at most once, in this order, while recording(). What lies between is
  // not counted, so the label may be looked up there.
  void End();
  void Store(EventLabel label, int64_t memory = 0);

 private:
  void Begin();
  void Leave();

  const uint64_t session_;
  RecordEvent* outer_ = nullptr;
  int64_t begin_ = 0;
  int64_t end_ = 0;
  int64_t inside_ = 0;  // time of the stretches recorded within
};

}  // namespace paddle::platform
