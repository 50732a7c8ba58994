#include <cuda_runtime_api.h>

#include "paddle/platform/cuda_status.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/device_mark.h"

namespace paddle::platform {

DeviceMark::DeviceMark(const CUDADeviceContext& device) {
  RefuseWhileRecording("an order between two streams");
  device.Select();
  CheckCUDA(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming),
            "creating an event");
  CheckCUDA(cudaEventRecord(event_, device.stream()), "recording an event");
}

DeviceMark::~DeviceMark() { cudaEventDestroy(event_); }

bool DeviceMark::Passed() const {
  const cudaError_t status = cudaEventQuery(event_);
  if (status == cudaErrorNotReady) return false;
  CheckCUDA(status, "asking for an event");
  return true;
}

void DeviceMark::Precede(const CUDADeviceContext& device) const {
  device.Select();
  CheckCUDA(cudaStreamWaitEvent(device.stream(), event_, 0),
            "waiting for an event");
}

}  // namespace paddle::platform
