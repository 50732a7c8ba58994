#include "paddle/platform/fork_guard.h"

#include <pthread.h>

#include <mutex>

namespace paddle::platform {
namespace {

// Holds the mutex across every fork, so that a child never starts in the middle
// of a guarded section. It is never destroyed, since threads may fork while the
// process exits.
std::mutex& ForkMutex() {
  static std::mutex& mutex = *[] {
    pthread_atfork([] { ForkMutex().lock(); }, [] { ForkMutex().unlock(); },
                   [] { ForkMutex().unlock(); });
    return new std::mutex;
  }();
  return mutex;
}

}  // namespace

ForkGuard::ForkGuard() { ForkMutex().lock(); }

ForkGuard::~ForkGuard() { ForkMutex().unlock(); }

}  // namespace paddle::platform
