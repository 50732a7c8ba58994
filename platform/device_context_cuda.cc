#include <cuda_runtime.h>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::platform {

CUDADeviceContext::CUDADeviceContext(int device) : device_(device) {
  Select();
  CheckCUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
            "creating a stream");
  CheckCUDA(cudaDeviceGetAttribute(&multiprocessors_,
                                   cudaDevAttrMultiProcessorCount, device),
            "counting multiprocessors");
  void* note = nullptr;
  CheckCUDA(cudaHostAlloc(&note, sizeof(DeviceErrorNote), cudaHostAllocMapped),
            "allocating pinned memory");
  note_ = new (note) DeviceErrorNote{};
}

void CUDADeviceContext::Select() const {
  CheckCUDA(cudaSetDevice(device_), "selecting a GPU");
}

void CUDADeviceContext::Wait() const {
  RefuseWhileRecording("waiting for a GPU");
  Select();
  CheckCUDA(cudaStreamSynchronize(stream_), "waiting for a GPU");
  ThrowReported(note_);
}

int CUDADeviceCount() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

}  // namespace paddle::platform
