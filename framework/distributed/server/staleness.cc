#include "paddle/framework/distributed/server/staleness.h"

#include <algorithm>
#include <limits>

namespace paddle::distributed {

namespace {

int64_t Bounded(int64_t steps) {
  return std::clamp(steps, -Staleness::kMostSteps, Staleness::kMostSteps);
}

}  // namespace

int64_t Staleness::Slowest(Clock::time_point now, int64_t otherwise) const {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const auto& [number, client] : clients_) {
    if (IsThere(client, now)) least = std::min(least, client.made);
  }
  return least == std::numeric_limits<int64_t>::max() ? otherwise : least;
}

void Staleness::Made(uint64_t client, int64_t number, Clock::time_point now) {
  const int64_t step = Bounded(number);
  const auto found = clients_.find(client);
  if (found == clients_.end()) {
    if (clients_.size() >= kMostClients) return;
    const int64_t made = Slowest(now, Bounded(step + 1));
    clients_[client] = {made - step, made, now};
    return;
  }
  Client& known = found->second;
  // One that was silent for long has held nobody up, and does not now.
  if (now - known.heard > patience_) {
    known.offset =
        std::max(known.offset, Slowest(now, step + known.offset) - step);
  }
  known.made = std::max(known.made, Bounded(step + known.offset));
  known.heard = now;
  known.left = false;
}

void Staleness::Leave(uint64_t client) {
  const auto found = clients_.find(client);
  if (found != clients_.end()) found->second.left = true;
}

bool Staleness::MayGoOn(uint64_t client, Clock::time_point now) const {
  const auto found = clients_.find(client);
  if (bound_ < 0 || found == clients_.end()) return true;
  return found->second.made - Slowest(now, found->second.made) <= bound_;
}

}  // namespace paddle::distributed
