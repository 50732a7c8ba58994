// Becomes a server by the programs that it is sent.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

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
// another job, and calls before the first. Programs
// come from outside: whatever their bytes are, errors are those of
// Program::Parse and of the maker.
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
  Reply TakePrograms(const Call& call);
  std::shared_ptr<CallTarget> target() const;
  void CheckJob(const proto::CallHead& head) const;

  const framework::SchemaSource& schemas_;
  const Make make_;
  const std::string file_;    // or ""
  std::mutex making_;         // held while programs are taken
  mutable std::mutex mutex_;  // of target_
  std::vector<std::string> sent_;
  std::string job_;  // that is served
  std::shared_ptr<CallTarget> target_;
};

}  // namespace paddle::distributed
