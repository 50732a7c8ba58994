#include "paddle/python/binding/scope_wait.h"

#include "paddle/python/binding/unlocked.h"

namespace paddle::python {

framework::ScopeLocks Locked(framework::ScopeLocks locks) {
  // Another thread may need the GIL to release the lock.
  RunUnlocked([&] { locks.Lock(); });
  return locks;
}

}  // namespace paddle::python
