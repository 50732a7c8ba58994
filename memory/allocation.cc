#include "paddle/memory/allocation.h"

#include <memory>
#include <utility>

#include "paddle/memory/caching_allocator.h"
#include "paddle/memory/scratch.h"
#include "paddle/memory/system_allocator.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/graph_recording.h"
#include "paddle/platform/per_device.h"

namespace paddle::memory {
namespace {

// Forwards to `source`, which outlives it: a cache owns its source, but the
// process-wide allocators are shared.
class Borrowed : public Allocator {
 public:
  explicit Borrowed(Allocator* source) : source_(source) {}
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    return source_->Allocate(bytes);
  }
  platform::Place place() const override { return source_->place(); }
  Stats stats() const override { return source_->stats(); }
  void ResetPeak() override { source_->ResetPeak(); }
  void ReleaseCached() override { source_->ReleaseCached(); }

 protected:
  Allocator* const source_;
};

// Serves the scratch memory of one graph. On a failed request a cache would
// release its blocks, which recorded work still uses; so the recording is
// refused instead.
class ScratchSource final : public Borrowed {
 public:
  using Borrowed::Borrowed;
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    try {
      return source_->Allocate(bytes);
    } catch (const platform::Error& error) {
      if (error.code() == platform::ErrorCode::kResourceExhausted) {
        platform::RefuseWhileRecording("more memory than there is");
      }
      throw;
    }
  }
};

// Refuses to allocate while a graph is recorded: memory that outlives the
// recorded run would be overwritten by every replay, so it has to be allocated
// before.
class GPUAllocator final : public Borrowed {
 public:
  using Borrowed::Borrowed;
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    platform::RefuseWhileRecording("an allocation");
    return source_->Allocate(bytes);
  }
  std::shared_ptr<Allocation> AllocateScratch(size_t bytes) {
    platform::internal::GraphRecording* recording =
        platform::internal::CurrentRecording();
    if (recording == nullptr) return source_->Allocate(bytes);
    std::shared_ptr<void>& scratch = recording->memory.scratch;
    if (scratch == nullptr) scratch = NewScratch();
    return static_cast<Allocator*>(scratch.get())->Allocate(bytes);
  }

 private:
  // Wraps the source in a cache of its own, since the graph holds on to the
  // blocks until it is destroyed.
  std::shared_ptr<Allocator> NewScratch() {
    return NewCachingAllocator(std::make_unique<ScratchSource>(source_));
  }
};

// Never destroyed: tensors of static storage may outlive it otherwise.
Allocator* NewKeptAllocator(std::unique_ptr<Allocator> source) {
  return NewCachingAllocator(std::move(source)).release();
}

GPUAllocator& CUDAAllocatorOf(int device) {
  static platform::PerDevice<GPUAllocator>* const all =
      new platform::PerDevice<GPUAllocator>(platform::CUDADeviceCount());
  PADDLE_ENFORCE(device >= 0 && device < all->count(), Unavailable,
                 "no memory on ", platform::CUDAPlace(device).ToString(),
                 ": this build and machine have ", all->count(),
                 " CUDA devices");
  return all->Get(device, [device] {
    return std::make_unique<GPUAllocator>(
        NewKeptAllocator(NewCUDAAllocator(device)));
  });
}

}  // namespace

Allocator& AllocatorOf(platform::Place place) {
  static Allocator* const cpu = NewKeptAllocator(NewCPUAllocator());
  if (place.is_cpu()) return *cpu;
  if (place.is_cuda()) return CUDAAllocatorOf(place.device());
  static Allocator* const pinned = NewKeptAllocator(NewPinnedAllocator());
  return *pinned;
}

std::shared_ptr<Allocation> AllocateScratch(platform::Place place,
                                            size_t bytes) {
  return place.is_cuda()
             ? CUDAAllocatorOf(place.device()).AllocateScratch(bytes)
             : AllocatorOf(place).Allocate(bytes);
}

}  // namespace paddle::memory
