// Reads how much of the processors' time a container gives a process.
#pragma once

#include <string>

namespace paddle::platform {

// Returns the number of processors whose time the process may use together, as
// its Linux control groups limit it: 1.5 is the time of one and a half. 0
// without a limit, and where there are no control groups. Knows both versions
// of them; the smallest limit of a group and those around it counts. `root` is
// the folder that has proc and sys.
double CPUQuota(const std::string& root = "/");

}  // namespace paddle::platform
