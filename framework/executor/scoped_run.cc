#include "paddle/framework/executor/scoped_run.h"

#include <exception>
#include <utility>

namespace paddle::framework {

ScopedRun::ScopedRun(FramePool* frames, Scope* scope,
                     platform::CancellationToken* cancellation)
    : frames_(*frames),
      exceptions_(std::uncaught_exceptions()),
      cancellation_(cancellation),
      frame_(frames->Take(scope->uid())) {
  frame_->Enter(scope);
}

ScopedRun::~ScopedRun() {
  frame_->Leave();
  // After an exception the frame may be inconsistent, so it is dropped.
  if (std::uncaught_exceptions() > exceptions_) return;
  frames_.GiveBack(std::move(frame_));
}

void RunOnScope(FramePool* frames, Scope* scope, const RunOptions& options) {
  ScopedRun(frames, scope, options.cancellation).Run(options);
}

}  // namespace paddle::framework
