#include "paddle/memory/raw_memory.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

// Allocations share it, since they may outlive the allocator.
struct Source {
  RawMemory memory;
  StatsCounter stats;
};

class SystemAllocation final : public Allocation {
 public:
  SystemAllocation(void* data, size_t bytes, std::shared_ptr<Source> source)
      : Allocation(data, bytes, source->memory.place),
        source_(std::move(source)) {
    source_->stats.Allocated(static_cast<int64_t>(bytes));
  }
  ~SystemAllocation() override {
    source_->stats.Freed(static_cast<int64_t>(size()));
    source_->memory.give_back(data(), std::max<size_t>(size(), 1));
  }

 private:
  const std::shared_ptr<Source> source_;
};

class SystemAllocator final : public Allocator {
 public:
  explicit SystemAllocator(RawMemory memory)
      : source_(std::make_shared<Source>()) {
    source_->memory = std::move(memory);
  }

  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    void* data = source_->memory.take(std::max<size_t>(bytes, 1));
    PADDLE_ENFORCE(data != nullptr, ResourceExhausted, "no memory on ",
                   place().ToString(), " for ", bytes, " bytes (",
                   stats().current, " in use)");
    return std::make_shared<SystemAllocation>(data, bytes, source_);
  }
  platform::Place place() const override { return source_->memory.place; }
  Stats stats() const override { return source_->stats.Snapshot(); }
  void ResetPeak() override { source_->stats.ResetPeak(); }

 private:
  const std::shared_ptr<Source> source_;
};

}  // namespace

std::unique_ptr<Allocator> NewAllocator(RawMemory memory) {
  return std::make_unique<SystemAllocator>(std::move(memory));
}

size_t MachineMemory() {
  static const size_t bytes = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                              static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace paddle::memory
