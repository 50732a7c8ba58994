#include "paddle/framework/executor/scoped_run.h"

#include <exception>
#include <utility>

namespace paddle::framework {

ScopedRun::ScopedRun(const CompiledBlock& block, Scope* scope,
                     platform::CancellationToken* cancellation)
    : block_(block),
      exceptions_(std::uncaught_exceptions()),
      cancellation_(cancellation),
      frame_(block.TakeFrame(scope->uid())) {
  frame_->Enter(scope);
}

ScopedRun::~ScopedRun() {
  frame_->Leave();
  if (std::uncaught_exceptions() > exceptions_) return;
  block_.GiveBack(std::move(frame_));
}

}  // namespace paddle::framework
