#include "paddle/memory/allocation.h"

#include <memory>
#include <utility>
#include <vector>

#include "paddle/memory/caching_allocator.h"
#include "paddle/memory/system_allocator.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

// Memory of a GPU that a graph uses must stay its own: it is taken before.
class NotWhileRecording final : public Allocator {
 public:
  explicit NotWhileRecording(std::unique_ptr<Allocator> source)
      : source_(std::move(source)) {}
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    platform::RefuseWhileRecording("an allocation");
    return source_->Allocate(bytes);
  }
  platform::Place place() const override { return source_->place(); }
  Stats stats() const override { return source_->stats(); }
  void ResetPeak() override { source_->ResetPeak(); }
  void ReleaseCached() override { source_->ReleaseCached(); }

 private:
  const std::unique_ptr<Allocator> source_;
};

// Never destroyed: tensors of static storage may outlive it otherwise.
Allocator* NewKeptAllocator(std::unique_ptr<Allocator> source) {
  return NewCachingAllocator(std::move(source)).release();
}

Allocator& CUDAAllocatorOf(int device) {
  static const std::vector<Allocator*>& all = *[] {
    auto* allocators = new std::vector<Allocator*>;
    for (int i = 0; i < platform::CUDADeviceCount(); ++i) {
      allocators->push_back(
          new NotWhileRecording(NewCachingAllocator(NewCUDAAllocator(i))));
    }
    return allocators;
  }();
  const int count = static_cast<int>(all.size());
  PADDLE_ENFORCE(device >= 0 && device < count, Unavailable, "no memory on ",
                 platform::CUDAPlace(device).ToString(),
                 ": this build and machine have ", count, " CUDA devices");
  return *all[device];
}

}  // namespace

Allocator& AllocatorOf(platform::Place place) {
  static Allocator* const cpu = NewKeptAllocator(NewCPUAllocator());
  if (place.is_cpu()) return *cpu;
  if (place.is_cuda()) return CUDAAllocatorOf(place.device());
  static Allocator* const pinned = NewKeptAllocator(NewPinnedAllocator());
  return *pinned;
}

}  // namespace paddle::memory
