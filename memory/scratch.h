// Allocates temporary memory for work submitted to a GPU.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/allocator.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// Returns memory of `place` for work that is submitted while the result is
// alive. If the work is recorded (platform/device_graph.h), the memory belongs
// to the graph until the graph is destroyed; blocks whose lifetimes do not
// overlap share it as usual. Throws what Allocator::Allocate throws. Thread
// safe.
std::shared_ptr<Allocation> AllocateScratch(platform::Place place,
                                            size_t bytes);

}  // namespace paddle::memory
