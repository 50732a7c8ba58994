// Implements copies from, to and between GPUs for copy.h.
#pragma once

#include <cstddef>

#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::memory::internal {

// Implements CopyAsync if at least one of the places is a GPU. Throws
// Unavailable in builds without GPU code, and for a copy to the host while the
// thread records a graph, which cannot contain one.
void CopyOnCUDA(platform::Place to, void* target, platform::Place from,
                const void* source, size_t bytes);

// Enqueues a copy on the stream of a GPU. Pageable host memory has been read on
// return, even if another library has pinned it; pinned memory is read when the
// stream reaches the copy.
void SubmitCopy(const platform::DeviceContext& device, platform::Place to,
                void* target, platform::Place from, const void* source,
                size_t bytes);

}  // namespace paddle::memory::internal
