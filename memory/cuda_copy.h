// The part of copying that knows GPUs; use copy.h.
#pragma once

#include <cstddef>

#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::memory::internal {

// CopyAsync of which one place at least is a GPU.
void CopyOnCUDA(platform::Place to, void* target, platform::Place from,
                const void* source, size_t bytes);

// Submits a copy of some bytes to the stream of a GPU. A source of place kCPU
// has been read on return: also if it is memory that another library has
// pinned.
void SubmitCopy(const platform::DeviceContext& device, platform::Place to,
                void* target, platform::Place from, const void* source,
                size_t bytes);

}  // namespace paddle::memory::internal
