#include "paddle/platform/cuda_device_context.h"

#include <memory>
#include <vector>

#include "paddle/platform/enforce.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {
namespace {

using Contexts = std::vector<std::unique_ptr<const CUDADeviceContext>>;

const Contexts& AllContexts() {
  static const Contexts* const all = [] {
    auto* contexts = new Contexts;
    const int count = CUDADeviceCount();
    for (int device = 0; device < count; ++device) {
      contexts->push_back(std::make_unique<CUDADeviceContext>(device));
    }
    return contexts;
  }();
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
  const int count = CUDADeviceCount();
  PADDLE_ENFORCE(device >= 0 && device < count, Unavailable, "CUDA:", device,
                 ": this machine has ", count, " CUDA devices");
  return *AllContexts()[device];
}

}  // namespace internal
}  // namespace paddle::platform
