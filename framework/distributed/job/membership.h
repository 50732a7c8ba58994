// Tells a trainer which group it belongs to, while others are lost and return.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/rendezvous.h"

namespace paddle::distributed {

// A trainer's place in a group. Each group of a job has an epoch of its own.
struct Place {
  int64_t epoch = 0;
  int rank = 0;
  int size = 1;
};

// The trainer's end of a connection to its agent, the process that started it
// and knows which trainers of the job live.
//
// A thread gives signs of life each second, so that the agent can tell a
// trainer that computes from one that is stopped; another one listens. When the
// agent says that a group has lost a member, the calls of that group are
// aborted, whatever they wait for. The members of a group find each other
// through their agents, so that a trainer needs no store. Thread safe.
class Membership {
 public:
  // Connects to the agent, who listens at a Unix socket; `slot` is the number
  // of this trainer among those of the agent. Unavailable if nobody listens
  // there.
  Membership(const std::string& path, int slot);
  // Ends the threads; the agent sees the connection close.
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  // Waits for a place in a group later than `after`, 0 at first. Unavailable if
  // the agent has gone, or says what no agent says.
  Place Next(int64_t after);
  // Has a function called with the reason as soon as the epoch has lost a
  // member, at once if it has: it aborts the group of the epoch, and what else
  // waits for the member. It may be called by another thread, also after this
  // has returned from a later call. Watches one epoch at a time; null: none.
  using Abort = std::function<void(const std::string& reason)>;
  void Watch(int64_t epoch, Abort abort);
  // Returns how the members of the group of this epoch find each other. It
  // must not outlive this; waiting ends with Unavailable when the group has
  // lost a member.
  Rendezvous MeetingOf(int64_t epoch);
  // True if the agent has asked the group of this epoch to form anew where all
  // of it can, between two steps, since others wait to join.
  bool IsAskedToLeave(int64_t epoch);
  // Says that this trainer has made its last exchange.
  void Done();

 private:
  void Say(const std::string& message);
  void Beat();
  void Listen();
  bool Receive(std::string* text) const;
  void Take(const std::string& line);
  void TakeLeave(const std::vector<std::string>& words,
                 const std::string& line);
  void TakeValue(const std::vector<std::string>& words,
                 const std::string& line);
  std::string WaitFor(int64_t epoch, const std::string& key,
                      Rendezvous::Deadline deadline);
  // Aborts what is watched, if it is of this epoch or an earlier one.
  void Lose(int64_t epoch, const std::string& reason);

  const int socket_;
  const int slot_;
  std::mutex sending_;  // keeps lines whole
  std::mutex mutex_;    // guards what follows
  std::condition_variable changed_;
  Place place_;
  int64_t leave_ = 0;  // the last epoch that is to form anew
  // Values that members have set for each other, by key, in the newest epoch
  // that has any.
  std::map<std::string, std::string> values_;
  int64_t values_epoch_ = 0;
  std::pair<int64_t, std::string> lost_;  // the last epoch that was, and why
  Abort abort_;
  int64_t watched_epoch_ = 0;
  std::string gone_;  // why the agent has gone, if it has
  bool closing_ = false;
  std::thread beat_, listen_;
};

}  // namespace paddle::distributed
