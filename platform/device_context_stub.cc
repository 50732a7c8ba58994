#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::platform {

int CUDADeviceCount() { return 0; }

namespace internal {

const DeviceContext& CUDADeviceContextOf(int device) {
  PADDLE_THROW(Unavailable, "CUDA:", device, ": this build has no CUDA");
}

}  // namespace internal
}  // namespace paddle::platform
