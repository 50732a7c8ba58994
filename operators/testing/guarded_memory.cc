#include "paddle/operators/testing/guarded_memory.h"

#include <cstring>
#include <new>

#include "absl/strings/str_cat.h"

namespace paddle::operators::testing {
namespace {

constexpr size_t kGuard = 1024;  // bytes on either side
constexpr std::align_val_t kAlignment{memory::Allocator::kAlignment};

}  // namespace

std::shared_ptr<GuardedMemory> GuardedMemory::Create(size_t bytes,
                                                     uint8_t fill) {
  const size_t size = bytes + 2 * kGuard;
  auto* block = static_cast<uint8_t*>(::operator new(size, kAlignment));
  std::memset(block, fill, size);
  return std::shared_ptr<GuardedMemory>(new GuardedMemory(block, bytes, fill));
}

GuardedMemory::GuardedMemory(uint8_t* block, size_t bytes, uint8_t fill)
    : Allocation(block + kGuard, bytes, platform::CPUPlace()),
      block_(block),
      fill_(fill) {}

GuardedMemory::~GuardedMemory() { ::operator delete(block_, kAlignment); }

std::string GuardedMemory::Damage() const {
  for (size_t i = 0; i < size() + 2 * kGuard; ++i) {
    const bool guard = i < kGuard || i >= kGuard + size();
    if (!guard || block_[i] == fill_) continue;
    return absl::StrCat("wrote at byte ",
                        static_cast<int64_t>(i) - static_cast<int64_t>(kGuard),
                        " of a buffer of ", size(), " bytes");
  }
  return "";
}

framework::Tensor GuardedTensor(const framework::Dims& dims,
                                framework::DataType dtype, uint8_t fill) {
  framework::Tensor tensor;
  const size_t bytes = dims.Numel() * framework::SizeOf(dtype);
  tensor.Bind(GuardedMemory::Create(bytes, fill), 0, dims, dtype);
  return tensor;
}

const GuardedMemory* GuardsOf(const framework::Tensor& tensor) {
  return dynamic_cast<const GuardedMemory*>(tensor.holder().get());
}

}  // namespace paddle::operators::testing
