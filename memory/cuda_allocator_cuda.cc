#include <cuda_runtime_api.h>

#include <memory>

#include "paddle/memory/raw_memory.h"
#include "paddle/memory/system_allocator.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

// Lets the calling thread allocate while it records a graph: in the default
// mode CUDA rejects such calls, although they are no part of the graph.
class OutsideOfGraphs {
 public:
  OutsideOfGraphs() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~OutsideOfGraphs() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  OutsideOfGraphs(const OutsideOfGraphs&) = delete;
  OutsideOfGraphs& operator=(const OutsideOfGraphs&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

// Turns "out of memory" into null, which makes the cache release its blocks and
// try again.
void* Checked(cudaError_t status, void* data, const char* what) {
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // the next call does not report it again
    return nullptr;
  }
  platform::CheckCUDA(status, what);
  return data;
}

void* TakeFromPool(size_t bytes, cudaStream_t stream) {
  void* data = nullptr;
  const cudaError_t status = cudaMallocAsync(&data, bytes, stream);
  return Checked(status, data, "allocating memory of a GPU");
}

}  // namespace

std::unique_ptr<Allocator> NewCUDAAllocator(int device) {
  // While recording, stream() is the stream that captures, not the device's
  // own.
  platform::RefuseWhileRecording("the first allocation");
  const platform::CUDADeviceContext& context = platform::CUDAContext(
      platform::DeviceContextOf(platform::CUDAPlace(device)));
  context.Select();
  size_t free = 0;
  size_t all = 0;
  platform::CheckCUDA(cudaMemGetInfo(&free, &all), "measuring a GPU's memory");
  CUstream_st* const stream = context.stream();
  const auto take = [=](size_t bytes) -> void* {
    if (bytes > all) return nullptr;
    const OutsideOfGraphs scope;
    if (void* const data = TakeFromPool(bytes, stream)) return data;
    // Memory that is being freed becomes available once the stream has reached
    // the frees.
    cudaStreamSynchronize(stream);
    return TakeFromPool(bytes, stream);
  };
  const auto give_back = [=](void* data, size_t) {
    const OutsideOfGraphs scope;
    cudaFreeAsync(data, stream);
  };
  return NewAllocator({platform::CUDAPlace(device), take, give_back});
}

std::unique_ptr<Allocator> NewPinnedAllocator() {
  const platform::Place place(platform::PlaceKind::kCUDAPinned);
  PADDLE_ENFORCE(platform::CUDADeviceCount() > 0, Unavailable, "no memory on ",
                 place.ToString(), ": this machine has no CUDA device");
  const auto take = [](size_t bytes) -> void* {
    if (bytes > MachineMemory()) return nullptr;
    const OutsideOfGraphs scope;
    void* data = nullptr;
    const cudaError_t status =
        cudaHostAlloc(&data, bytes, cudaHostAllocPortable);
    return Checked(status, data, "allocating pinned memory");
  };
  const auto give_back = [](void* data, size_t) {
    const OutsideOfGraphs scope;
    cudaFreeHost(data);
  };
  return NewAllocator({place, take, give_back});
}

}  // namespace paddle::memory
