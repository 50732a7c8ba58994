// One run of a block on a scope, from the locks to the last look at its values.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/platform/cancellation.h"

namespace paddle::framework {

// While it lives, the thread has the variables of a frame, which is the scope
// of this run, to itself, and holds the locks of the given scope and of its
// parents: shared, but exclusive of those that the block writes to. So a run
// sees all of another one's updates or none. Frame and scope of the run are
// used again by a later run; after an exception they are not.
class ScopedRun {
 public:
  // Waits for the locks; FailedPrecondition if this thread is in a run that
  // holds one of them. Wait and run obey the token, unless it is null, and the
  // one of the CancellationScope around otherwise. `scope` and the token
  // outlive this.
  ScopedRun(const CompiledBlock& block, Scope* scope,
            platform::CancellationToken* cancellation = nullptr);
  ~ScopedRun();
  ScopedRun(const ScopedRun&) = delete;
  ScopedRun& operator=(const ScopedRun&) = delete;

  // The variable of a slot; null if it comes from outside and is not there.
  // Those of Storage::kGiven are set before Run, and are to be released again
  // if the memory is not the run's.
  Variable* var(int slot) const { return frame_->var(slot); }
  // The counter that CompileOptions names; null if it names none.
  std::atomic<uint64_t>* counter() const { return frame_->counter(); }

  void Run(const RunOptions& options) { frame_->Run(options); }
  // The shape functions alone; sets the dims of kept variables.
  void InferShape() { frame_->InferShape(); }

 private:
  const CompiledBlock& block_;
  const int exceptions_;
  const platform::CancellationScope cancellation_;
  std::unique_ptr<Frame> frame_;
};

}  // namespace paddle::framework
