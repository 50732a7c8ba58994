// Scratch memory for a kernel function.
#pragma once

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace paddle::operators::kernels {

// Gives the address of that many bytes, aligned for any element type and valid
// until the caller of the kernel function returns. A further request may hand
// out the same bytes: a function asks once.
using Workspace = absl::FunctionRef<void*(size_t bytes)>;

}  // namespace paddle::operators::kernels
