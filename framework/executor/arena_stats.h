// Counts the memory of arenas.
#pragma once

#include "paddle/memory/stats.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns the counter of the arenas that the frames of all programs hold on a
// place; their bytes are part of what its allocator counts. Never destroyed:
// frames of static storage may outlive it otherwise. Thread safe.
memory::StatsCounter& ArenaStats(platform::Place place);

}  // namespace paddle::framework
