#include "paddle/framework/passes/match_communication.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"

#include "paddle/framework/passes/exchange_list.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// All members, each at one of its steps.
class Simulation {
 public:
  explicit Simulation(
      const std::vector<std::shared_ptr<const Program>>& programs)
      : next_(programs.size(), 0) {
    for (const auto& program : programs) {
      CheckExchangesRunOnce(*program);
      steps_.push_back(ExchangesOf(*program));
    }
    CheckPeers();
  }

  void Run() {
    while (PassStarted() || PassMessages() || PassCollective()) {
    }
    for (const auto& [message, count] : left_) {
      PADDLE_ENFORCE(count == 0, InvalidArgument, "rank ", std::get<0>(message),
                     " sends rank ", std::get<1>(message), " a message of tag ",
                     std::get<2>(message),
                     " that it does not receive: ", Waiting());
    }
    for (int rank = 0; rank < size(); ++rank) {
      PADDLE_ENFORCE(HasEnded(rank), InvalidArgument,
                     "members wait for each other: ", Waiting());
    }
  }

 private:
  int size() const { return static_cast<int>(steps_.size()); }
  bool HasEnded(int rank) const { return next_[rank] == steps_[rank].size(); }
  const ExchangeStep& Step(int rank) const { return steps_[rank][next_[rank]]; }
  bool IsAt(int rank, ExchangeStep::Kind kind) const {
    return !HasEnded(rank) && Step(rank).kind == kind;
  }
  void CheckPeers() const;
  bool PassMessages();
  bool PassStarted();
  bool PassStarted(int rank);
  bool PassCollective();
  std::string Waiting() const;

  std::vector<std::vector<ExchangeStep>> steps_;  // of each rank
  // Numbers of messages that send_start has left, by sender, receiver and tag.
  std::map<std::tuple<int, int, int64_t>, int> left_;
  std::vector<size_t> next_;
};

void Simulation::CheckPeers() const {
  for (int rank = 0; rank < size(); ++rank) {
    for (const ExchangeStep& step : steps_[rank]) {
      if (step.kind == ExchangeStep::kCollective) continue;
      PADDLE_ENFORCE(0 <= step.peer && step.peer < size() && step.peer != rank,
                     InvalidArgument, "rank ", rank, " of ", size(),
                     " exchanges messages with rank ", step.peer, ": ",
                     step.Text());
    }
  }
}

// Delivers each message whose two ends are there; false if there is none.
bool Simulation::PassMessages() {
  bool passed = false;
  for (int from = 0; from < size(); ++from) {
    if (!IsAt(from, ExchangeStep::kSend)) continue;
    const ExchangeStep& send = Step(from);
    const int to = send.peer;
    if (!IsAt(to, ExchangeStep::kReceive)) continue;
    if (Step(to).peer != from || Step(to).tag != send.tag) continue;
    ++next_[from];
    ++next_[to];
    passed = true;
  }
  return passed;
}

// Leaves and takes messages that nobody waits to send; false if there is none.
bool Simulation::PassStarted() {
  bool passed = false;
  for (int rank = 0; rank < size(); ++rank) {
    while (PassStarted(rank)) passed = true;
  }
  return passed;
}

bool Simulation::PassStarted(int rank) {
  if (HasEnded(rank)) return false;
  const ExchangeStep& step = Step(rank);
  const bool receives = step.kind == ExchangeStep::kReceive;
  int& left = receives ? left_[{step.peer, rank, step.tag}]
                       : left_[{rank, step.peer, step.tag}];
  if (step.kind == ExchangeStep::kSendStart) {
    ++left;
  } else if (receives && left > 0) {
    --left;
  } else if (step.kind != ExchangeStep::kSendWait || left > 0) {
    return false;
  }
  ++next_[rank];
  return true;
}

// Does the collective call at which all members are; false if not all are at
// one.
bool Simulation::PassCollective() {
  for (int rank = 0; rank < size(); ++rank) {
    if (!IsAt(rank, ExchangeStep::kCollective)) return false;
  }
  if (size() == 0) return false;
  for (int rank = 1; rank < size(); ++rank) {
    PADDLE_ENFORCE(Step(rank).signature == Step(0).signature, InvalidArgument,
                   "ranks 0 and ", rank,
                   " exchange different things at the same place: ",
                   Step(0).Text(), "; ", Step(rank).Text());
  }
  for (size_t& next : next_) ++next;
  return true;
}

std::string Simulation::Waiting() const {
  std::string text;
  for (int rank = 0; rank < size(); ++rank) {
    absl::StrAppend(&text, rank == 0 ? "" : "; ", "rank ", rank,
                    HasEnded(rank) ? " has ended" : " is at ",
                    HasEnded(rank) ? "" : Step(rank).Text());
  }
  return text;
}

}  // namespace

void MatchCommunication(
    const std::vector<std::shared_ptr<const Program>>& programs) {
  Simulation(programs).Run();
}

}  // namespace paddle::framework
