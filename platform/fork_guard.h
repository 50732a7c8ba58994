// Keeps fork() out of sections that it would leave half done in the child.
#pragma once

namespace paddle::platform {

// Makes fork() wait, in any thread, during its lifetime. For changes to state
// that a library guards with locks: the child would inherit the state but not
// the thread that finishes the change. Guards of different threads exclude one
// another; a thread must neither nest guards nor fork while it holds one.
class ForkGuard {
 public:
  ForkGuard();
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;
};

}  // namespace paddle::platform
