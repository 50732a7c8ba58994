// The handles of NVIDIA's libraries: one for each GPU.
#pragma once

#include <map>
#include <mutex>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"

namespace paddle::platform {

// Never destroyed, as a rule: at the end of a process a library may be gone
// before its handles.
template <typename Handle>
class LibraryHandles {
 public:
  // Calls use(the handle of the context's GPU), which is selected; one thread
  // at a time, as libraries want it. The first time open() makes the handle,
  // which a graph cannot repeat.
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
