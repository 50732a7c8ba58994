// Copies memory within and between places.
#pragma once

#include <cstddef>

#include "paddle/platform/place.h"

namespace paddle::memory {

// Copies `bytes` bytes and returns when the copy is complete. The two ranges
// must not overlap; pointers may be null if `bytes` is 0. Throws Unavailable
// for a place that this build or machine does not have. If one place is a GPU,
// waits for all work submitted to it and, after the copy, throws the errors
// that its kernels have reported.
void Copy(platform::Place to, void* target, platform::Place from,
          const void* source, size_t bytes);

// Like Copy, but enqueues the copy on the stream of the GPU involved and
// returns at once; work submitted to that GPU later sees the bytes. Pageable
// host memory (kCPU) may be modified as soon as this returns, pinned memory
// after the GPU's Wait; a target on the host is complete after that Wait.
// Between two GPUs, and without any, the copy is complete on return.
void CopyAsync(platform::Place to, void* target, platform::Place from,
               const void* source, size_t bytes);

}  // namespace paddle::memory
