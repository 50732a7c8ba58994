// Waiting for the locks of scopes.
#pragma once

#include "paddle/framework/scope/scope_locks.h"

namespace paddle::python {

// Locks, and returns, the locks. Waits without the GIL, which this thread
// holds: whoever holds a lock may need it before giving the lock back.
framework::ScopeLocks Locked(framework::ScopeLocks locks);

}  // namespace paddle::python
