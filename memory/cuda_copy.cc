#include "paddle/memory/cuda_copy.h"

#include <cstring>
#include <memory>

#include "paddle/memory/allocation.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::memory::internal {
namespace {

// The place and address that a copy reads from.
struct Source {
  platform::Place place;
  const void* data;
};

// A graph replays the copy later, so it must read a snapshot of the host's
// memory that lives as long as the graph.
Source ToReadFrom(const Source& source, size_t bytes) {
  platform::internal::GraphRecording* recording =
      platform::internal::CurrentRecording();
  if (recording == nullptr || source.place.is_cuda()) return source;
  const platform::Place pinned(platform::PlaceKind::kCUDAPinned);
  std::shared_ptr<Allocation> copy = AllocatorOf(pinned).Allocate(bytes);
  std::memcpy(copy->data(), source.data, bytes);
  recording->memory.copies.push_back(copy);
  return {pinned, copy->data()};
}

}  // namespace

void CopyOnCUDA(platform::Place to, void* target, platform::Place from,
                const void* source, size_t bytes) {
  const platform::DeviceContext& device =
      platform::DeviceContextOf(to.is_cuda() ? to : from);
  if (!to.is_cuda()) {
    platform::RefuseWhileRecording("a copy to memory of the host");
  }
  // Two GPUs have two streams, and nothing else orders one after the other.
  const bool between = to.is_cuda() && from.is_cuda() && to != from;
  if (between) platform::DeviceContextOf(from).Wait();
  if (bytes > 0) {
    const Source read = ToReadFrom({from, source}, bytes);
    SubmitCopy(device, to, target, read.place, read.data, bytes);
  }
  if (between) device.Wait();
}

}  // namespace paddle::memory::internal
