// The check of calls into CUDA's runtime.
#pragma once

#include <cuda_runtime_api.h>

namespace paddle::platform {

// Unavailable with CUDA's words unless the call succeeded; ResourceExhausted
// where memory ran out. `what` says what was tried: "copying 12 bytes".
void CheckCUDA(cudaError_t status, const char* what);

}  // namespace paddle::platform
