// The memory of each place.
#pragma once

#include "paddle/memory/allocator.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// The process-wide caching allocator of a place; lives until the process ends.
// Unavailable for a place this build does not have.
Allocator& AllocatorOf(platform::Place place);

}  // namespace paddle::memory
