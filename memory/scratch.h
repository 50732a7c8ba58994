// Memory for what is submitted to a GPU and not looked at afterwards.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/allocator.h"
#include "paddle/platform/place.h"

namespace paddle::memory {

// Memory of `place`, for what is submitted there while the result lives. Of
// work that is recorded (platform/device_graph.h) it stays the graph's own
// until the graph is gone; pieces that do not live at the same time share it,
// as ever. Errors as of Allocator::Allocate. Thread safe.
std::shared_ptr<Allocation> AllocateScratch(platform::Place place,
                                            size_t bytes);

}  // namespace paddle::memory
