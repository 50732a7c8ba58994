// Turns error codes of the CUDA runtime into exceptions.
#pragma once

#include <cuda_runtime_api.h>

namespace paddle::platform {

// Throws Unavailable with CUDA's own description unless the call succeeded;
// ResourceExhausted if memory ran out. `what` says what was attempted, such as
// "copying 12 bytes".
void CheckCUDA(cudaError_t status, const char* what);

}  // namespace paddle::platform
