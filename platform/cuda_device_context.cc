#include "paddle/platform/cuda_device_context.h"

#include <memory>

#include "paddle/platform/enforce.h"
#include "paddle/platform/graph_recording.h"
#include "paddle/platform/per_device.h"

namespace paddle::platform {
namespace {

PerDevice<const CUDADeviceContext>& AllContexts() {
  static auto* const all =
      new PerDevice<const CUDADeviceContext>(CUDADeviceCount());
  return *all;
}

}  // namespace

const CUDADeviceContext& CUDAContext(const DeviceContext& context) {
  PADDLE_ENFORCE(context.place().is_cuda(), Internal, "a launch on ",
                 context.place().ToString());
  return static_cast<const CUDADeviceContext&>(context);
}

CUstream_st* CUDADeviceContext::stream() const {
  const internal::GraphRecording* recording = internal::CurrentRecording();
  return recording == nullptr ? stream_ : recording->stream;
}

DeviceErrors ErrorsOf(const DeviceContext& context, const char* what) {
  return CUDAContext(context).errors(what);
}

namespace internal {

const DeviceContext& CUDADeviceContextOf(int device) {
  auto& all = AllContexts();
  PADDLE_ENFORCE(device >= 0 && device < all.count(), Unavailable,
                 "CUDA:", device, ": this machine has ", all.count(),
                 " CUDA devices");
  return all.Get(device, [device] {
    return std::make_unique<const CUDADeviceContext>(device);
  });
}

}  // namespace internal
}  // namespace paddle::platform
