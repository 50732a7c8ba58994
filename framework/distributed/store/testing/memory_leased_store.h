// A leased store within one process, which tests take away.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"

#include "paddle/framework/distributed/store/leased_store.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Must outlive its leases, which last until they are destroyed or Expire ends
// them.
class MemoryLeasedStore final : public LeasedStore {
 public:
  // Ends all leases that there are, as if nobody had renewed them.
  void Expire() {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const int64_t id : leases_) RemoveKeysOf(id);
    leases_.clear();
  }
  // Has all calls fail, or none.
  void SetAway(bool away) { away_ = away; }

  std::unique_ptr<Lease> Grant(std::chrono::milliseconds ttl) override {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckThere();
    const int64_t id = ++last_lease_;
    leases_.insert(id);
    const auto now = std::chrono::steady_clock::now();
    return std::make_unique<Lease>(
        id, ttl, now,
        Lease::Calls{[this, id] { return Renew(id); },
                     [this, id] { End(id); }});
  }
  Listing List(const std::string& prefix) override {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckThere();
    Listing listing;
    listing.revision = revision_;
    for (const auto& [key, held] : held_) {
      if (absl::StartsWith(key, prefix)) listing.entries.push_back(held.entry);
    }
    return listing;
  }
  absl::optional<Entry> Get(const std::string& key) override {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckThere();
    const auto found = held_.find(key);
    if (found == held_.end()) return absl::nullopt;
    return found->second.entry;
  }
  int64_t Commit(const std::vector<Condition>& conditions,
                 const std::vector<Change>& changes) override {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckThere();
    for (const Condition& each : conditions) {
      if (!Holds(each)) return 0;
    }
    for (const Change& each : changes) {
      PADDLE_ENFORCE(
          each.lease == nullptr || leases_.count(each.lease->id()) != 0,
          NotFound, "the lease has ended");
    }
    ++revision_;
    for (const Change& each : changes) Apply(each);
    changed_.notify_all();
    return revision_;
  }
  bool WaitForChange(const std::string&, int64_t after,
                     Deadline deadline) override {
    std::unique_lock<std::mutex> lock(mutex_);
    CheckThere();
    return changed_.wait_until(lock, deadline,
                               [&] { return revision_ > after; });
  }

 private:
  struct Held {
    Entry entry;
    int64_t lease = 0;  // none
  };

  void CheckThere() const {
    PADDLE_ENFORCE(!away_, Unavailable, "the store in memory is away");
  }
  bool Renew(int64_t id) {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckThere();
    return leases_.count(id) != 0;
  }
  void End(int64_t id) {
    std::lock_guard<std::mutex> lock(mutex_);
    leases_.erase(id);
    RemoveKeysOf(id);
  }
  void RemoveKeysOf(int64_t id) {
    for (auto each = held_.begin(); each != held_.end();) {
      each = each->second.lease == id ? held_.erase(each) : std::next(each);
    }
    ++revision_;
    changed_.notify_all();
  }
  bool Holds(const Condition& condition) const {
    const auto found = held_.find(condition.key);
    if (found == held_.end()) return condition.revision == 0;
    const Entry& entry = found->second.entry;
    const bool created = condition.kind == Condition::Kind::kCreated;
    return condition.revision == (created ? entry.created : entry.modified);
  }
  void Apply(const Change& change) {
    if (!change.value) {
      held_.erase(change.key);
      return;
    }
    Held& held = held_[change.key];
    if (held.entry.created == 0) held.entry.created = revision_;
    held.entry.key = change.key;
    held.entry.value = *change.value;
    held.entry.modified = revision_;
    held.lease = change.lease == nullptr ? 0 : change.lease->id();
  }

  std::mutex mutex_;  // of all below but away_
  std::condition_variable changed_;
  std::atomic<bool> away_{false};
  int64_t revision_ = 1;
  int64_t last_lease_ = 0;
  std::set<int64_t> leases_;
  std::map<std::string, Held> held_;
};

}  // namespace paddle::distributed
