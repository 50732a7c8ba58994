// Becomes a server by the programs that it is sent.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/applied_calls.h"
#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::distributed {

// The block by which a trainer sends a server its programs; it is none of
// theirs.
inline constexpr char kProgramsBlock[] = "programs";

// Returns the call that sends programs, whose call sites go with them, and how
// they are to be served.
Call ProgramsCall(const framework::Program& main,
                  const framework::Program& startup,
                  const proto::ServerOptions& options, bool anew);

// A server that has no program yet. A call of the block "programs" makes a
// target of its two programs, which then takes all other calls. The same
// programs may be sent again, by trainers that come back; others are refused
// with FailedPrecondition unless the job begins anew, and so are those of
// another job, and calls before the first. If the job begins anew, the target
// before has ended when the next one is made, and calls get Unavailable
// meanwhile: if that one is not made, there is none. A call that is made again
// is taken once; while it is taken it is answered "waiting".
// Programs come from outside: whatever their bytes are, errors are those of
// Program::Parse and of the maker. ResourceExhausted if they cannot be kept.
class ProgramHost final : public CallTarget {
 public:
  using Programs = std::shared_ptr<const framework::Program>;
  using Make = std::function<std::unique_ptr<CallTarget>(
      Programs main, Programs startup, const proto::CallHead& head)>;

  // `schemas` must outlive the host. With a file, programs are on the disk
  // before anybody learns that they were taken; those that are found there it
  // takes at once, with the errors of LoadCall and of taking them.
  ProgramHost(const framework::SchemaSource& schemas, Make make,
              std::string file = "");

  void Begin(Call call, Done done) override;

 private:
  // A target, for a call that begins there.
  class Use;

  Reply TakePrograms(const Call& call);
  Reply Take(const Call& call, std::vector<std::string> sent);
  // Makes a target of programs, when the one before has ended.
  std::unique_ptr<CallTarget> TargetOf(const Call& call,
                                       const std::vector<std::string>& sent);
  void EndTarget();
  void SetTarget(std::unique_ptr<CallTarget> target);
  void CheckJob(const proto::CallHead& head) const;

  const framework::SchemaSource& schemas_;
  const Make make_;
  const std::string file_;  // or ""
  std::mutex making_;       // held while programs are taken
  AppliedCalls applied_;    // that have sent programs
  std::vector<std::string> sent_;
  std::string job_;  // that is served

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  bool ending_ = false;  // the target makes place for another one
  int used_ = 0;         // calls that begin at the target
  std::unique_ptr<CallTarget> target_;
};

}  // namespace paddle::distributed
