// Scratch memory that the caller of a kernel function supplies. Functions
// allocate nothing on their own, so that a run allocates nothing once it is
// warm.
#pragma once

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace paddle::operators::kernels {

// Returns the address of `bytes` bytes, aligned for any element type and valid
// until the caller of the kernel function returns. The caller keeps the memory
// for the next run, so that a kernel that runs again allocates nothing. A
// further request may return the same bytes: a function asks once, for all it
// needs.
using Workspace = absl::FunctionRef<void*(size_t bytes)>;

}  // namespace paddle::operators::kernels
