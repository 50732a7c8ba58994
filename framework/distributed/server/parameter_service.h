// Keeps parameters for the trainers of a job, and runs their optimizer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/group/call_queue.h"
#include "paddle/framework/distributed/server/applied_calls.h"
#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/incarnation.h"
#include "paddle/framework/distributed/server/pushed_update.h"
#include "paddle/framework/distributed/server/staleness.h"
#include "paddle/framework/distributed/server/table_update.h"
#include "paddle/framework/distributed/server/update_blocks.h"
#include "paddle/framework/distributed/server/waiting_calls.h"
#include "paddle/framework/ir/program.h"

namespace paddle::distributed {

// Says how a server goes about its calls.
struct ParameterServiceOptions {
  proto::ServerOptions served;
  // With a file, each step is on the disk before anybody learns of it, and what
  // is found there is what the server begins with; a step that cannot be
  // written, or a file that cannot be read, ends the training with
  // ResourceExhausted. Unimplemented with async, and with tables in memory.
  std::string file;
  // Keeps the rows of tables, and whether they outlive the process: each step
  // is then committed before it is answered.
  TableFactory new_table = NewTableInMemory;
  bool tables_are_kept = false;
};

// A server whose trainers make each step together. Step t, counted from 0, is
// made when all trainers have pushed all gradients of it: it runs the schedule
// and, as each bucket is complete, the update that takes it. A call of the
// block "parameters" of step t waits until then. A step is made once: what is
// pushed again of a step that was made is taken and forgotten. A push that its
// client has given up is refused if it comes later, and a call that would wait
// for pushes that were made to another incarnation gets Unavailable. A call of
// the block "rows:w" of step t returns rows of the table w, and waits until
// step t - 1 has changed them; between steps, all rows may be listed, and
// before the first they may be taken back (call_target.h). InvalidArgument for
// numbers of steps of more than 60 bits, and for pulls of more than there is.
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
  // Errors are those of UpdateBlocks and LoadCall.
  ParameterService(const framework::Program& main,
                   const std::shared_ptr<const framework::Program>& startup,
                   const ParameterServiceOptions& options = {});
  // Answers calls that wait with Unavailable.
  ~ParameterService() override;

  void Begin(Call call, Done done) override;

  // Returns a table. NotFound if there is none of that name. Not to be used
  // while calls are under way.
  const Table& table(const std::string& name) const {
    return blocks_.FindTable(name).table();
  }

 private:
  using Clock = Staleness::Clock;

  bool is_async() const { return options_.served.async(); }

  // All run on the queue's thread.
  Reply Answer(Call* call, const Done& done, bool* later);
  AppliedCalls::Verdict Judge(const proto::CallHead& head);
  Reply JoinOrLeave(const proto::CallHead& head);
  Reply Push(Call* call);
  void PushOfStep(const std::string& block, PushedUpdate* update, Call* call);
  void PushAlone(const std::string& block, PushedUpdate* update, Call* call);
  void CheckPull(const Call& call) const;
  Reply AnswerPull(Call* call, const Done& done, bool* later);
  // True if what a call asks for is there.
  bool IsReady(const proto::CallHead& head) const;
  Reply Pull(const Call& call);
  Reply PullRows(const TableUpdate& table, const Call& call) const;
  Reply PullParameters(const proto::CallHead& head);
  Reply ListRows(const Call& call) const;
  Reply TakeRows(const Call& call);
  Reply Restore(const Call& call);
  void Keep() const;
  void CountStaleness(uint64_t client, int64_t version);
  Reply StalenessCounts() const;
  void AnswerWaiting();

  const ParameterServiceOptions options_;
  const uint64_t incarnation_ = NewIncarnation();
  UpdateBlocks blocks_;
  Reply failure_;        // of an update: the parameters are of no use
  Staleness staleness_;  // async
  std::map<uint64_t, int64_t> pulled_;  // the version that a client has
  std::vector<int64_t> staleness_counts_;
  AppliedCalls applied_;
  WaitingCalls waiting_;
  std::unique_ptr<CallQueue> queue_;  // ends before the rest
};

}  // namespace paddle::distributed
