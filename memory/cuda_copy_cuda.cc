#include <cuda_runtime_api.h>

#include "paddle/memory/cuda_copy.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"

namespace paddle::memory::internal {

namespace {

// Memory registered with CUDA, even by another library, is read when the stream
// reaches the copy; pageable memory is staged before the call returns.
bool IsReadLater(const void* source) {
  cudaPointerAttributes found;
  platform::CheckCUDA(cudaPointerGetAttributes(&found, source),
                      "looking up memory");
  return found.type != cudaMemoryTypeUnregistered;
}

}  // namespace

void SubmitCopy(const platform::DeviceContext& device, platform::Place to,
                void* target, platform::Place from, const void* source,
                size_t bytes) {
  const platform::CUDADeviceContext& context = platform::CUDAContext(device);
  context.Select();
  CUstream_st* const stream = context.stream();
  // Memory of a pool is accessible from its own GPU only, so a copy between
  // GPUs has to name both.
  const bool between = to.is_cuda() && from.is_cuda() && to != from;
  const cudaError_t status =
      between
          ? cudaMemcpyPeerAsync(target, to.device(), source, from.device(),
                                bytes, stream)
          : cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream);
  platform::CheckCUDA(status, "copying memory");
  if (from.is_cpu() && IsReadLater(source)) {
    platform::CheckCUDA(cudaStreamSynchronize(stream), "copying memory");
  }
}

}  // namespace paddle::memory::internal
