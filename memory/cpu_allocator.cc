#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "paddle/memory/system_allocator.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

size_t MachineMemory() {
  static const size_t bytes = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                              static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Null if there is no memory. `bytes` is positive. A kernel that overcommits
// would give more than the machine has and end the process when it is written.
void* SystemAllocate(size_t bytes) {
  if (bytes > MachineMemory()) return nullptr;
  const size_t alignment =
      bytes >= 2 * kHugePage ? kHugePage : Allocator::kAlignment;
  const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* data = std::aligned_alloc(alignment, rounded);
  if (data != nullptr && alignment == kHugePage) {
    madvise(data, rounded, MADV_HUGEPAGE);  // a wish; failing does no harm
  }
  return data;
}

class CPUAllocation final : public Allocation {
 public:
  CPUAllocation(void* data, size_t bytes, std::shared_ptr<StatsCounter> stats)
      : Allocation(data, bytes, platform::CPUPlace()),
        stats_(std::move(stats)) {
    stats_->Allocated(static_cast<int64_t>(bytes));
  }
  ~CPUAllocation() override {
    stats_->Freed(static_cast<int64_t>(size()));
    std::free(data());
  }

 private:
  const std::shared_ptr<StatsCounter> stats_;
};

class CPUAllocator final : public Allocator {
 public:
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    void* data = SystemAllocate(bytes == 0 ? 1 : bytes);
    PADDLE_ENFORCE(data != nullptr, ResourceExhausted, "no memory on CPU for ",
                   bytes, " bytes (", stats_->Snapshot().current, " in use)");
    return std::make_shared<CPUAllocation>(data, bytes, stats_);
  }
  platform::Place place() const override { return platform::CPUPlace(); }
  Stats stats() const override { return stats_->Snapshot(); }
  void ResetPeak() override { stats_->ResetPeak(); }

 private:
  const std::shared_ptr<StatsCounter> stats_ = std::make_shared<StatsCounter>();
};

}  // namespace

std::unique_ptr<Allocator> NewCPUAllocator() {
  return std::make_unique<CPUAllocator>();
}

}  // namespace paddle::memory
