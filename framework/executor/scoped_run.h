// Runs a block once on a scope, from taking the locks to reading its values.
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

// Owns a frame, which is the scope of this run, and holds the locks of the
// given scope and its ancestors, exclusively if the block writes to them and
// shared otherwise: a run sees all updates of another one or none. Frame and
// scope are reused by later runs, but not after an exception.
class ScopedRun {
 public:
  // Waits for the locks; throws FailedPrecondition if this thread is in a run
  // that holds one of them. Waiting and running obey `cancellation` or, if
  // null, the surrounding CancellationScope. The pool, `scope` and the token
  // must outlive this.
  ScopedRun(FramePool* frames, Scope* scope,
            platform::CancellationToken* cancellation = nullptr);
  ~ScopedRun();
  ScopedRun(const ScopedRun&) = delete;
  ScopedRun& operator=(const ScopedRun&) = delete;

  // Returns the variable of a slot; null if it comes from outside and is
  // missing. The caller sets input variables (Storage::kInput) before Run, and
  // releases them afterwards if their memory is not the run's.
  Variable* var(int slot) const { return frame_->var(slot); }
  // The counter that CompileOptions name; null if they name none.
  std::atomic<uint64_t>* counter() const { return frame_->counter(); }

  void Run(const RunOptions& options) { frame_->Run(options); }
  // Runs the shape functions alone; sets the shapes of outputs.
  void InferShape() { frame_->InferShape(); }

 private:
  FramePool& frames_;
  const int exceptions_;
  const platform::CancellationScope cancellation_;
  std::unique_ptr<Frame> frame_;
};

// Runs all operators of a block once. Variables from outside (persistables,
// data, variables of parent blocks, and those that no operator writes) are
// looked up in `scope` and its ancestors; a written persistable that does not
// exist is made in the root scope. Memory that somebody else shares is copied
// before it is updated. Errors name operator, shapes and call site. Thread
// safe.
void RunOnScope(FramePool* frames, Scope* scope,
                const RunOptions& options = {});

}  // namespace paddle::framework
