// Random numbers of kernels that are submitted to a GPU.
#pragma once

#include "paddle/platform/random.h"
#include "paddle/platform/random_numbers.h"

namespace paddle::platform {

// The stream of `key`, for a kernel that the calling thread submits next. While
// the thread records a graph its step is not that of the key, but the one that
// the graph finds when it is launched (device_graph.h). Unavailable, and the
// recording fails, if it finds none, and for a key of another step than the
// recording: one that counts the rounds of a loop, too.
DeviceRandomStream SubmittedStream(const RandomKey& key);

}  // namespace paddle::platform
