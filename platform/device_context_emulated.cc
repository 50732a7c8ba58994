// The GPU of a build without CUDA: the processor plays its part.
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"

namespace paddle::platform {

CUDADeviceContext::CUDADeviceContext(int device)
    : device_(device), note_(new DeviceErrorNote{}) {}

void CUDADeviceContext::Select() const {}

void CUDADeviceContext::Wait() const {
  RefuseWhileRecording("waiting for a GPU");
  ThrowReported(note_);
}

int CUDADeviceCount() { return 1; }

}  // namespace paddle::platform
