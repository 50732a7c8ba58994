#include <cuda_runtime.h>

#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace {

void Check(cudaError_t status, const char* what, int device) {
  PADDLE_ENFORCE(status == cudaSuccess, Unavailable, what, " on CUDA:", device,
                 ": ", cudaGetErrorString(status));
}

// Owns the stream that everything on one device is submitted to.
class CUDADeviceContext final : public DeviceContext {
 public:
  explicit CUDADeviceContext(int device) : device_(device) {
    Check(cudaSetDevice(device), "selecting the device", device);
    Check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
          "creating a stream", device);
  }
  Place place() const override { return CUDAPlace(device_); }
  void Wait() const override {
    Check(cudaStreamSynchronize(stream_), "waiting", device_);
  }

 private:
  const int device_;
  cudaStream_t stream_ = nullptr;
};

const DeviceContext* const* Contexts(int count) {
  auto** contexts = new const DeviceContext*[count];
  for (int device = 0; device < count; ++device) {
    contexts[device] = new CUDADeviceContext(device);
  }
  return contexts;
}

}  // namespace

int CUDADeviceCount() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

namespace internal {

const DeviceContext& CUDADeviceContextOf(int device) {
  static const int count = CUDADeviceCount();
  PADDLE_ENFORCE(device >= 0 && device < count, Unavailable, "CUDA:", device,
                 ": this machine has ", count, " CUDA devices");
  static const DeviceContext* const* const contexts = Contexts(count);
  return *contexts[device];
}

}  // namespace internal
}  // namespace paddle::platform
