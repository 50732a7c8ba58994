#include "paddle/framework/distributed/runner/calls.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "paddle/framework/distributed/group/gather.h"
#include "paddle/framework/distributed/job/packing.h"
#include "paddle/framework/distributed/job/values.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::Scope;

// Tells the others, when a group begins, how far a trainer is.
struct Standing {
  int64_t clock = 0;
  int64_t steps = 0;
  int64_t anew = 0;  // 1 for a trainer that has been in no group before
};

std::string BytesOf(const Standing& standing) {
  return std::string(reinterpret_cast<const char*>(&standing),
                     sizeof(standing));
}

std::vector<Standing> StandingsOf(const std::vector<std::string>& texts) {
  std::vector<Standing> standings(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    PADDLE_ENFORCE_EQ(texts[i].size(), sizeof(Standing),
                      "the standing of trainer ", i);
    texts[i].copy(reinterpret_cast<char*>(&standings[i]), sizeof(Standing));
  }
  return standings;
}

// Groups that a trainer tries to become one of.
constexpr int kMostAttempts = 30;

// The votes of a trainer before a round.
constexpr uint8_t kHasData = 1;
constexpr uint8_t kLeave = 2;

bool WasLost(const platform::Error& error) {
  return error.code() == platform::ErrorCode::kUnavailable;
}

}  // namespace

Calls::Calls(std::shared_ptr<Communicator> group) : group_(std::move(group)) {}

Calls::Calls(std::unique_ptr<Membership> membership, Connect connect)
    : membership_(std::move(membership)), connect_(std::move(connect)) {
  Join();
}

Calls::~Calls() {
  // The membership must not abort a group that is gone.
  if (membership_ != nullptr) membership_->Watch(0, nullptr);
}

void Calls::Call(const std::function<void()>& make) {
  for (;;) {
    const int64_t clock = history_.clock();
    try {
      return make();
    } catch (const platform::Error& error) {
      if (membership_ == nullptr || !WasLost(error)) throw;
    }
    Join();
    if (history_.clock() > clock) return;  // others have completed it
  }
}

std::vector<std::string> Calls::Gather(const std::string& own) {
  if (history_.replaying()) {
    const History::Outcome known = history_.Replay();
    TakeValues();
    return known;
  }
  Call([&] { history_.Complete(GatherBytes(group_.get(), own)); });
  return history_.last();
}

bool Calls::AnyOf(bool own) {
  const auto said = [](const History::Outcome& outcome) {
    return !outcome.empty() && outcome[0] == "1";
  };
  if (history_.replaying()) {
    const bool known = said(history_.Replay());
    TakeValues();
    return known;
  }
  Call([&] {
    history_.Complete({distributed::AnyOf(group_.get(), own) ? "1" : "0"});
  });
  return said(history_.last());
}

bool Calls::BeginRound(bool own) {
  PADDLE_ENFORCE(!history_.replaying(), FailedPrecondition,
                 "a round that others have begun");
  const int64_t rounds = history_.rounds();
  Call([&] {
    const bool leave =
        membership_ != nullptr && membership_->IsAskedToLeave(epoch_);
    const uint8_t votes =
        UnionOf(group_.get(), (own ? kHasData : 0) | (leave ? kLeave : 0));
    // All see it, so that all leave here; then it is asked once more.
    PADDLE_ENFORCE((votes & kLeave) == 0, Unavailable,
                   "other trainers wait to join");
    if (votes != 0) {
      history_.CompleteRound();
    } else {
      history_.Complete({});
    }
  });
  return history_.rounds() > rounds;
}

void Calls::Barrier() {
  if (history_.replaying()) {
    history_.Replay();
    return TakeValues();
  }
  Call([&] {
    group_->Barrier();
    history_.Complete({});
  });
}

Calls::Outcome Calls::Repair() {
  if (membership_ == nullptr) return Outcome::kFailed;
  const int64_t clock = history_.clock();
  Join();
  return history_.clock() > clock ? Outcome::kDone : Outcome::kAgain;
}

void Calls::TakeOver() { TakeValues(); }

void Calls::Keep(const std::shared_ptr<Scope>& scope,
                 const std::vector<std::string>& names) {
  auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) {
    return each.scope.lock() == scope;
  });
  if (kept == kept_.end()) kept = kept_.insert(kept, {scope, {}});
  for (const std::string& name : names) {
    if (std::find(kept->names.begin(), kept->names.end(), name) ==
        kept->names.end()) {
      kept->names.push_back(name);
    }
  }
}

void Calls::TakeValues() {
  if (history_.replaying()) return;
  for (size_t i = 0; i < kept_.size(); ++i) {
    const auto given = given_.find(i);
    const std::shared_ptr<Scope> scope = kept_[i].scope.lock();
    if (given == given_.end() || scope == nullptr) continue;
    // It may have to hand them on before its first step.
    const std::string bytes = std::move(given->second);
    given_.erase(given);
    Keep(scope, UnpackValues(bytes, scope.get()));
  }
}

void Calls::Finish() {
  if (membership_ != nullptr) membership_->Done();
}

void Calls::Join() {
  for (int attempt = 1;; ++attempt) {
    if (group_ != nullptr) group_->Abort("this trainer has left the group");
    const Place place = membership_->Next(epoch_);
    epoch_ = place.epoch;
    try {
      group_ = connect_(place, membership_->MeetingOf(epoch_));
      Watch();
      Synchronize();
      anew_ = false;
      return;
    } catch (const platform::Error& error) {
      if (!WasLost(error) || attempt == kMostAttempts) throw;
    }
    // Others may be lost meanwhile, which takes another group. So often in a
    // row it is rather that this machine cannot reach them.
    std::this_thread::sleep_for(std::chrono::milliseconds(10) * attempt);
  }
}

void Calls::Watch() {
  membership_->Watch(epoch_, [group = group_, lost = lost_,
                              epoch = epoch_](const std::string& reason) {
    group->Abort(reason);
    if (lost != nullptr) lost(epoch, reason);
  });
}

void Calls::WatchAlso(Lost lost) {
  lost_ = std::move(lost);
  if (membership_ != nullptr) Watch();
}

void Calls::Synchronize() {
  const std::vector<Standing> all = StandingsOf(GatherBytes(
      group_.get(),
      BytesOf({history_.clock(), history_.steps(), anew_ ? 1 : 0})));
  int source = 0;
  for (int rank = 1; rank < group_->size(); ++rank) {
    // If two are as far, one that has the values.
    const auto order = [&](int r) {
      return std::make_pair(all[r].clock, all[r].anew == 0);
    };
    if (order(rank) > order(source)) source = rank;
  }
  const auto lacks = [&](const Standing& standing) {
    return standing.clock < all[source].clock ||
           (standing.anew != 0 && all[source].anew == 0);
  };
  if (std::none_of(all.begin(), all.end(), lacks)) return;
  GetFrom(source, lacks(all[group_->rank()]));
}

void Calls::GetFrom(int source, bool values) {
  const bool gives = group_->rank() == source;
  const std::string history =
      GatherBytes(group_.get(), gives ? history_.ToBytes() : "")[source];
  const std::string all =
      GatherBytes(group_.get(), gives ? PackAll() : "")[source];
  if (!values) return;
  const int64_t steps = history_.steps();
  history_.CatchUp(history, anew_);
  if (anew_ || history_.steps() > steps) UnpackAll(all);
}

std::string Calls::PackAll() const {
  std::vector<std::string> packed;
  for (size_t i = 0; i < kept_.size(); ++i) {
    const auto given = given_.find(i);
    const std::shared_ptr<Scope> scope = kept_[i].scope.lock();
    if (given != given_.end()) {
      packed.push_back(given->second);
    } else {
      // A scope that is gone is not missed by whoever begins anew.
      packed.push_back(scope == nullptr ? ""
                                        : PackValues(*scope, kept_[i].names));
    }
  }
  Packer packer;
  packer.Texts(packed);
  return packer.Take();
}

void Calls::UnpackAll(const std::string& bytes) {
  Unpacker unpacker(bytes, "the values of another trainer");
  const std::vector<std::string> packed = unpacker.Texts();
  unpacker.End();
  for (size_t i = 0; i < packed.size(); ++i) {
    if (!packed[i].empty()) given_[i] = packed[i];
  }
}

}  // namespace paddle::distributed
