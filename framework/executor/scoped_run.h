// Runs a block once on a scope, from the locks to the last look at its values.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "paddle/framework/executor/frame.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/run_options.h"
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
  // one of the CancellationScope around otherwise. The
  // pool, `scope` and the token outlive this.
  ScopedRun(FramePool* frames, Scope* scope,
            platform::CancellationToken* cancellation = nullptr);
  ~ScopedRun();
  ScopedRun(const ScopedRun&) = delete;
  ScopedRun& operator=(const ScopedRun&) = delete;

  // The variable of a slot; null if it comes from outside and is not there.
  // Those of Storage::kInput are set before Run, and are to be released again
  // if the memory is not the run's.
  Variable* var(int slot) const { return frame_->var(slot); }
  // The counter that CompileOptions names; null if it names none.
  std::atomic<uint64_t>* counter() const { return frame_->counter(); }

  void Run(const RunOptions& options) { frame_->Run(options); }
  // The shape functions alone; sets the dims of outputs.
  void InferShape() { frame_->InferShape(); }

 private:
  FramePool& frames_;
  const int exceptions_;
  const platform::CancellationScope cancellation_;
  std::unique_ptr<Frame> frame_;
};

// Runs all operators of a block once. Variables that come from outside
// (persistables, data, variables of parent blocks, and whatever no operator
// writes) are found in `scope` or its parents; a persistable that is written
// and exists nowhere is made in the root scope. Memory that is looked at from
// elsewhere is not updated: the variable gets a copy first. Errors carry
// operator, shapes and call site. Thread safe.
void RunOnScope(FramePool* frames, Scope* scope,
                const RunOptions& options = {});

}  // namespace paddle::framework
