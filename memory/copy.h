// Copying memory between places.
#pragma once

#include <cstddef>

#include "paddle/platform/place.h"

namespace paddle::memory {

// Copies `bytes` bytes, which must not overlap, and returns when they have
// arrived. 0 bytes may come with null pointers. Unavailable for a place this
// build does not have.
void Copy(platform::Place to, void* target, platform::Place from,
          const void* source, size_t bytes);

}  // namespace paddle::memory
