// Waits for the locks of scopes without holding the GIL.
#pragma once

#include "paddle/framework/scope/scope_locks.h"

namespace paddle::python {

// Acquires the locks and returns them. Releases the GIL, which this thread must
// hold, while it waits: the holder of a lock may need it to release the lock.
framework::ScopeLocks Locked(framework::ScopeLocks locks);

}  // namespace paddle::python
