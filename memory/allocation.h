// Looks up the process-wide allocator of a place.
#pragma once

#include "paddle/memory/allocator.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// Returns the caching allocator of a place, which lives until the process ends.
// Throws Unavailable for a place that this build or machine does not have.
// Thread safe.
Allocator& AllocatorOf(platform::Place place);

}  // namespace paddle::memory
