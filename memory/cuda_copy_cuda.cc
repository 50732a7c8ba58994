#include <cuda_runtime_api.h>

#include "paddle/memory/cuda_copy.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"

namespace paddle::memory::internal {

void SubmitCopy(const platform::DeviceContext& device, void* target,
                const void* source, size_t bytes) {
  const platform::CUDADeviceContext& context = platform::CUDAContext(device);
  context.Select();
  platform::CheckCUDA(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault,
                                      context.stream()),
                      "copying memory");
}

}  // namespace paddle::memory::internal
