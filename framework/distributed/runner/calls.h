// Makes the calls of a trainer, again where others are lost meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/job/history.h"
#include "paddle/framework/distributed/job/membership.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// The calls of a trainer, in the order that all trainers of the job have.
//
// With an agent, a call that fails because a trainer was lost is made again in
// the next group, and a trainer that takes the place of a lost one gets from
// another one what it needs: the history of the calls, and the values of the
// variables that steps change. Calls that all others have made already it only
// repeats. A step changes variables behind all its exchanges alone, so that one
// that is given up has changed nothing.
//
// Used by one thread.
class Calls {
 public:
  // Makes a trainer's group.
  using Connect = std::function<std::shared_ptr<Communicator>(
      const Place& place, Rendezvous rendezvous)>;

  // Without an agent: the loss of a trainer is an error.
  explicit Calls(std::shared_ptr<Communicator> group);
  // With an agent; waits for the first group.
  Calls(std::unique_ptr<Membership> membership, Connect connect);
  // Aborts the group.
  ~Calls();
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  bool has_agent() const { return membership_ != nullptr; }
  const std::shared_ptr<Communicator>& group() const { return group_; }
  History& history() { return history_; }
  // Returns the number of the group among those that this trainer has been in
  // or heard of; 0 without an agent.
  int64_t epoch() const { return epoch_; }

  // Return what each trainer gives, in order of ranks; whether one gives true.
  std::vector<std::string> Gather(const std::string& own);
  bool AnyOf(bool own);
  // As AnyOf; begins a round of a loop if it is true. Before it, a group that
  // others wait to join forms anew with them.
  bool BeginRound(bool own);
  void Barrier();

  // The fate of a step that an error has ended.
  enum class Outcome {
    kFailed,  // the error stands: nothing can be repaired
    kAgain,   // it has happened nowhere: make it again
    kDone,    // it has happened elsewhere: call TakeOver
  };
  // Has a function called when a member of an epoch is lost, besides aborting
  // the group. It may be called by another thread, as long as the calls live.
  using Lost = std::function<void(int64_t epoch, const std::string& reason)>;
  void WatchAlso(Lost lost);
  // Waits for the next group.
  Outcome Repair();
  // Counts a step that has happened elsewhere, and sets the variables to what
  // it has made of them.
  void TakeOver();

  // Variables that steps change, in a scope: what trainers hand on. Scopes are
  // told apart by the order in which they are first named.
  void Keep(const std::shared_ptr<framework::Scope>& scope,
            const std::vector<std::string>& names);
  // Sets variables that others have handed on, if all that is known has been
  // repeated.
  void TakeValues();

  // Says that there will be no further call.
  void Finish();

 private:
  struct Kept {
    std::weak_ptr<framework::Scope> scope;
    std::vector<std::string> names;
  };

  // Makes a call until it succeeds; `make` counts it in the history.
  void Call(const std::function<void()>& make);
  void Join();
  void Watch();
  void Synchronize();
  void GetFrom(int source, bool values);
  std::string PackAll() const;
  void UnpackAll(const std::string& bytes);

  std::unique_ptr<Membership> membership_;  // null without an agent
  Connect connect_;
  Lost lost_;  // or null
  std::shared_ptr<Communicator> group_;
  int64_t epoch_ = 0;
  bool anew_ = true;  // until it has been in a group
  History history_;
  std::vector<Kept> kept_;
  std::map<size_t, std::string> given_;  // by place in kept_, not yet taken
};

}  // namespace paddle::distributed
