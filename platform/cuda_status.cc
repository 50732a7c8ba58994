#include "paddle/platform/cuda_status.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {

void CheckCUDA(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears it, or the next call would report it again
  PADDLE_ENFORCE(status != cudaErrorMemoryAllocation, ResourceExhausted, what,
                 ": no memory left on the GPU");
  PADDLE_THROW(Unavailable, what, ": ", cudaGetErrorString(status));
}

}  // namespace paddle::platform
