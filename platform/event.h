// Records how long labelled sections of code take, for a profiler to show.
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

// Identifies what a section of time was spent on; users agree on the numbers.
using EventLabel = int32_t;

// One recorded section; times are nanoseconds of the steady clock.
struct Event {
  EventLabel label;
  int32_t thread;  // numbered in the order of their first event
  int64_t begin;
  int64_t end;
  int64_t memory;  // bytes in use at the end, as the caller reports
};

// Sums over all sections of one label; times in nanoseconds.
struct EventTotals {
  int64_t calls = 0;
  int64_t total = 0;
  int64_t own = 0;  // without the sections recorded inside
  int64_t longest = 0;
};

struct EventCollection {
  std::vector<EventTotals> totals;  // by label
  std::vector<Event> events;        // in the order of their beginnings
  int64_t dropped = 0;              // in the totals, but not among the events
};

// Starts a collection and drops the results of the previous one. Keeps up to
// `max_events` single events per thread, and the totals of all events.
void StartEvents(size_t max_events = 1 << 20);
// Ends the collection and returns it. Sections that are still open are lost.
EventCollection StopEvents();

namespace internal {
// Identifies the current collection by an odd number; even: there is none.
extern std::atomic<uint64_t> event_session;
}  // namespace internal

// Returns the unique number of the current collection, or 0 without one. Costs
// one relaxed load.
inline uint64_t EventSession() {
  const uint64_t session =
      internal::event_session.load(std::memory_order_relaxed);
  return session % 2 == 1 ? session : 0;
}

// Measures the time from construction to End. Nothing is recorded unless Store
// is called, for instance after an exception. Costs one relaxed load while
// nothing is collected and tens of nanoseconds otherwise. Sections of one
// thread nest like their scopes. Several threads may record at the same time.
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
  // Call each at most once, in this order, and only while recording(). The time
  // in between is not counted, so that the label can be looked up there.
  void End();
  void Store(EventLabel label, int64_t memory = 0);

 private:
  void Begin();
  void Leave();

  const uint64_t session_;
  RecordEvent* outer_ = nullptr;
  int64_t begin_ = 0;
  int64_t end_ = 0;
  int64_t inside_ = 0;  // time of the sections inside
};

}  // namespace paddle::platform
