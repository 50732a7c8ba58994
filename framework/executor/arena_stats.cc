#include "paddle/framework/executor/arena_stats.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace paddle::framework {

namespace {

struct Counters {
  std::mutex mutex;
  // On the heap, so that references stay.
  std::vector<std::pair<platform::Place, std::unique_ptr<memory::StatsCounter>>>
      all;
};

}  // namespace

memory::StatsCounter& ArenaStats(platform::Place place) {
  static Counters* const counters = new Counters;
  const std::lock_guard<std::mutex> lock(counters->mutex);
  for (const auto& [counted, counter] : counters->all) {
    if (counted == place) return *counter;
  }
  counters->all.emplace_back(place, std::make_unique<memory::StatsCounter>());
  return *counters->all.back().second;
}

}  // namespace paddle::framework
