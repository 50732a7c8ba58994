// Acts as a library that runs on OpenMP threads of its own.
#pragma once

namespace paddle::platform {

// Opens a parallel region and returns the number of its threads. Missing
// threads are started, and stay.
int OpenMPTeam();

}  // namespace paddle::platform
