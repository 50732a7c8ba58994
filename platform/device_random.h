// Hands random streams to kernels that run on a GPU.
#pragma once

#include "paddle/platform/random.h"
#include "paddle/platform/random_numbers.h"

namespace paddle::platform {

// Returns the stream of `key` for a kernel that the calling thread submits
// next. While the thread records a graph, the stream follows the step found at
// launch instead of the key's step (device_graph.h). Throws Unavailable,
// failing the recording, if the graph has no such step or if the key's step is
// not the recording's, as when a loop counts its iterations in it.
DeviceRandomStream SubmittedStream(const RandomKey& key);

}  // namespace paddle::platform
