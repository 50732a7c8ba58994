// A library that runs on OpenMP threads of its own.
#pragma once

namespace paddle::platform {

// Returns how many threads a parallel region has that is opened here. Threads
// that are missing are started, and stay.
int OpenMPTeam();

}  // namespace paddle::platform
