// A thread that takes no signals for a while.
#pragma once

#include <signal.h>

namespace paddle::platform {

// While it lives, signals that are meant for the process or for this thread
// wait, or go to other threads; those of the thread's own faults do not.
// Threads that are started meanwhile take none for good. It costs two system
// calls, together some 0.2 us.
//
// For calls into libraries whose code uses the stack pointer as one more
// register, as oneDNN's does (2.6, single precision products with AVX2). Linux
// puts what a handler returns to below that pointer, wherever it points.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace paddle::platform
