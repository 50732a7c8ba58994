// Keeps one handle of an NVIDIA library for each GPU.
#pragma once

#include <map>
#include <mutex>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"

namespace paddle::platform {

// A pool of handles, to be used without being destroyed: when the process
// exits, the library may be gone before its handles.
template <typename Handle>
class LibraryHandles {
 public:
  // Calls `use` with the handle of the context's GPU, which is made current;
  // one thread at a time, as the libraries require. The first call creates the
  // handle with `open`, which a graph cannot record.
  template <typename Open, typename Use>
  void With(const CUDADeviceContext& context, const Open& open,
            const Use& use) {
    const int device = context.place().device();
    const std::lock_guard<std::mutex> lock(mutex_);
    context.Select();
    auto found = handles_.find(device);
    if (found == handles_.end()) {
      RefuseWhileRecording("opening a library");
      found = handles_.emplace(device, open()).first;
    }
    use(found->second);
  }

 private:
  std::mutex mutex_;
  std::map<int, Handle> handles_;
};

}  // namespace paddle::platform
