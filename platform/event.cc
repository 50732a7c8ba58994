#include "paddle/platform/event.h"

#include <chrono>
#include <mutex>
#include <utility>

namespace paddle::platform {
namespace {

struct Collection {
  std::mutex mutex;
  std::vector<Event> events;  // guarded by mutex
};

Collection& Collected() {
  static auto* const collection = new Collection;
  return *collection;
}

int ThisThread() {
  static std::atomic<int> threads{0};
  thread_local const int number = threads++;
  return number;
}

}  // namespace

namespace internal {

std::atomic<bool> recording_events{false};

int64_t EventClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void StoreEvent(absl::string_view name, int64_t begin) {
  const int64_t end = EventClock();
  const std::lock_guard<std::mutex> lock(Collected().mutex);
  if (!recording_events) return;
  Collected().events.push_back({std::string(name), ThisThread(), begin, end});
}

}  // namespace internal

void StartEvents() {
  const std::lock_guard<std::mutex> lock(Collected().mutex);
  Collected().events.clear();
  internal::recording_events = true;
}

std::vector<Event> StopEvents() {
  const std::lock_guard<std::mutex> lock(Collected().mutex);
  internal::recording_events = false;
  return std::exchange(Collected().events, {});
}

}  // namespace paddle::platform
