// Copying memory between places.
#pragma once

#include <cstddef>

#include "paddle/platform/place.h"

namespace paddle::memory {

// Copies `bytes` bytes, which must not overlap, and returns when they have
// arrived. 0 bytes may come with null pointers. Unavailable for a place this
// build or machine does not have. Where one is a GPU, all that was submitted to
// it is waited for, and what its kernels reported is thrown, after the copy.
void Copy(platform::Place to, void* target, platform::Place from,
          const void* source, size_t bytes);

// The same, in the order of the work of the GPU among the places, and not
// waited for; what is submitted to that GPU later sees the bytes. A source of
// kind kCPU may change as soon as this returns, a pinned one after the GPU's
// Wait; a target on the host holds the bytes after that Wait. Without a GPU, or
// between two, they have arrived at once.
void CopyAsync(platform::Place to, void* target, platform::Place from,
               const void* source, size_t bytes);

}  // namespace paddle::memory
