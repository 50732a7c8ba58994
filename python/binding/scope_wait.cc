#include "paddle/python/binding/scope_wait.h"

#include "paddle/python/binding/unlocked.h"

namespace paddle::python {

framework::ScopeLocks Locked(framework::ScopeLocks locks) {
  RunInterruptible([&] { locks.Lock(); });
  return locks;
}

}  // namespace paddle::python
