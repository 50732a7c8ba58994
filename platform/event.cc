#include "paddle/platform/event.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>

namespace paddle::platform {
namespace {

// Events of one thread. Only the beginning and the end of a collection lock the
// mutex from another thread, so recording never contends.
struct ThreadEvents {
  std::mutex mutex;
  int32_t number = 0;
  size_t max_events = 0;
  std::vector<EventTotals> totals;
  std::vector<Event> events;
  int64_t dropped = 0;
};

struct Collector {
  std::mutex mutex;
  int32_t threads_seen = 0;
  size_t max_events = 0;
  std::vector<std::shared_ptr<ThreadEvents>> threads;
};

Collector& TheCollector() {
  static auto* const collector = new Collector;
  return *collector;
}

std::shared_ptr<ThreadEvents> AddThread() {
  auto events = std::make_shared<ThreadEvents>();
  Collector& collector = TheCollector();
  const std::lock_guard<std::mutex> lock(collector.mutex);
  events->number = collector.threads_seen++;
  events->max_events = collector.max_events;
  collector.threads.push_back(events);
  return events;
}

ThreadEvents& OfThisThread() {
  thread_local const std::shared_ptr<ThreadEvents> events = AddThread();
  return *events;
}

thread_local RecordEvent* innermost = nullptr;

int64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Add(const EventTotals& more, EventTotals* totals) {
  totals->calls += more.calls;
  totals->total += more.total;
  totals->own += more.own;
  totals->longest = std::max(totals->longest, more.longest);
}

void Restart(size_t max_events, ThreadEvents* thread) {
  const std::lock_guard<std::mutex> lock(thread->mutex);
  thread->max_events = max_events;
  thread->totals.clear();
  thread->events.clear();
  thread->dropped = 0;
}

void MoveTo(ThreadEvents* thread, EventCollection* all) {
  const std::lock_guard<std::mutex> lock(thread->mutex);
  if (all->totals.size() < thread->totals.size()) {
    all->totals.resize(thread->totals.size());
  }
  for (size_t i = 0; i < thread->totals.size(); ++i) {
    Add(thread->totals[i], &all->totals[i]);
  }
  all->events.insert(all->events.end(), thread->events.begin(),
                     thread->events.end());
  all->dropped += thread->dropped;
  thread->totals = {};
  thread->events = {};
}

// Frees the records of threads that have ended.
void ForgetThreads(Collector* collector) {
  auto& threads = collector->threads;
  threads.erase(
      std::remove_if(threads.begin(), threads.end(),
                     [](const auto& one) { return one.use_count() == 1; }),
      threads.end());
}

}  // namespace

namespace internal {
std::atomic<uint64_t> event_session{0};
}  // namespace internal

void StartEvents(size_t max_events) {
  Collector& collector = TheCollector();
  const std::lock_guard<std::mutex> lock(collector.mutex);
  ForgetThreads(&collector);
  collector.max_events = max_events;
  for (auto& thread : collector.threads) Restart(max_events, thread.get());
  internal::event_session += internal::event_session % 2 == 0 ? 1 : 2;
}

EventCollection StopEvents() {
  EventCollection all;
  Collector& collector = TheCollector();
  const std::lock_guard<std::mutex> lock(collector.mutex);
  if (internal::event_session % 2 == 1) ++internal::event_session;
  for (auto& thread : collector.threads) MoveTo(thread.get(), &all);
  ForgetThreads(&collector);
  std::stable_sort(
      all.events.begin(), all.events.end(),
      [](const Event& a, const Event& b) { return a.begin < b.begin; });
  return all;
}

void RecordEvent::Begin() {
  outer_ = innermost;
  innermost = this;
  begin_ = Now();
}

void RecordEvent::Leave() { innermost = outer_; }

void RecordEvent::End() { end_ = Now(); }

void RecordEvent::Store(EventLabel label, int64_t memory) {
  const int64_t length = end_ - begin_;
  if (outer_ != nullptr) outer_->inside_ += length;
  ThreadEvents& thread = OfThisThread();
  const std::lock_guard<std::mutex> lock(thread.mutex);
  if (session_ != internal::event_session) return;
  if (thread.totals.size() <= static_cast<size_t>(label)) {
    thread.totals.resize(label + 1);
  }
  Add({1, length, length - inside_, length}, &thread.totals[label]);
  if (thread.events.size() < thread.max_events) {
    thread.events.push_back({label, thread.number, begin_, end_, memory});
  } else {
    ++thread.dropped;
  }
}

}  // namespace paddle::platform
