#include "paddle/memory/cuda_copy.h"

#include "paddle/platform/device_graph.h"

namespace paddle::memory::internal {

void CopyOnCUDA(platform::Place to, void* target, platform::Place from,
                const void* source, size_t bytes) {
  const platform::DeviceContext& device =
      platform::DeviceContextOf(to.is_cuda() ? to : from);
  if (!to.is_cuda() || !from.is_cuda()) {
    platform::RefuseWhileRecording("a copy to or from the host");
  }
  // Two GPUs have two streams, which nothing else orders.
  const bool between = to.is_cuda() && from.is_cuda() && to != from;
  if (between) platform::DeviceContextOf(from).Wait();
  if (bytes > 0) SubmitCopy(device, target, source, bytes);
  if (between) device.Wait();
}

}  // namespace paddle::memory::internal
