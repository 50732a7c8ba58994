// What a fork must not cut in two.
#pragma once

namespace paddle::platform {

// While one lives, fork() of any thread waits. For what a thread does to state
// that all threads share, behind locks of a library: the child has the state,
// but not the thread that would finish. Guards of several threads follow one
// another; a thread that has one makes no second, and does not fork.
class ForkGuard {
 public:
  ForkGuard();
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;
};

}  // namespace paddle::platform
