// Keeps parameters for the trainers of a job, and runs their optimizer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "paddle/framework/distributed/group/call_queue.h"
#include "paddle/framework/distributed/server/applied_calls.h"
#include "paddle/framework/distributed/server/block_server.h"
#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/incarnation.h"
#include "paddle/framework/distributed/server/pushed_sums.h"
#include "paddle/framework/distributed/server/staleness.h"
#include "paddle/framework/distributed/server/waiting_calls.h"
#include "paddle/framework/ir/program.h"

namespace paddle::distributed {

// A server whose trainers make each step together. Step t, counted from 0, is
// made when all trainers have pushed all gradients of it: it runs the schedule
// and, as each bucket is complete, the update that takes it. A call of the
// block "parameters" of step t waits until then. A step is made once: what is
// pushed again of a step that was made is taken and forgotten. A push that its
// client has given up is refused if it comes later, and a call that would wait
// for pushes that were made to another incarnation gets Unavailable.
//
// With the option async it waits for nobody: what one trainer pushes it applies
// at once, a step of its own, and a pull gets what there is. A trainer that is
// too far ahead of the slowest waits (staleness.h); those of which it
// knows say when they begin and when they make no more steps (kJoinBlock,
// kLeaveBlock). It counts how many pushes of others it has
// applied between a trainer's pull and its push (kStalenessBlock).
class ParameterService final : public CallTarget {
 public:
  // The programs of one server, of framework::ParameterServer. Runs `startup`.
  // With a file, each step is on the disk before anybody learns of it, and what
  // is found there is what it begins with; a step that cannot be written ends
  // the training with ResourceExhausted. Unimplemented with async.
  // Errors are those of BlockServer.
  ParameterService(const framework::Program& main,
                   const std::shared_ptr<const framework::Program>& startup,
                   const proto::ServerOptions& options = {},
                   std::string file = "");
  // Answers calls that wait with Unavailable.
  ~ParameterService() override;

  void Begin(Call call, Done done) override;

 private:
  using Clock = Staleness::Clock;

  // All run on the queue's thread.
  Reply Answer(Call* call, const Done& done, bool* later);
  Reply Push(Call* call);
  void PushAlone(const std::string& block, PushedSums* sums, Call* call);
  bool Add(PushedSums* sums, Call* call);
  void Apply(const std::string& block, PushedSums* sums);
  Reply JoinOrLeave(const proto::CallHead& head);
  Reply AnswerPull(const proto::CallHead& head, const Done& done, bool* later);
  bool IsReady(const proto::CallHead& head) const;
  Reply Pull(const proto::CallHead& head);
  Reply Restore(const Call& call);
  void CountStaleness(uint64_t client);
  Reply StalenessCounts() const;
  void AnswerWaiting();
  void MakeSums();
  void Keep() const;

  const proto::ServerOptions options_;
  const std::string file_;  // or ""
  const uint64_t incarnation_ = NewIncarnation();
  BlockServer blocks_;
  bool has_schedule_ = false;
  std::map<std::string, PushedSums> sums_;  // by block
  std::set<std::string> updated_;           // blocks that ran in this step
  int64_t version_ = 0;                     // steps that were made
  Reply failure_;        // of an update: the parameters are of no use
  Staleness staleness_;  // async
  std::map<uint64_t, int64_t> pulled_;  // the version that a client has
  std::vector<int64_t> staleness_counts_;
  AppliedCalls applied_;
  WaitingCalls waiting_;
  CallQueue queue_;  // destroyed first
};

}  // namespace paddle::distributed
