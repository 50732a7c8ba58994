// Memory that detects writes outside of its bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"

namespace paddle::operators::testing {

// Exactly `bytes` bytes between two guards; all begin as `fill`.
class GuardedMemory final : public memory::Allocation {
 public:
  static std::shared_ptr<GuardedMemory> Create(size_t bytes, uint8_t fill);
  ~GuardedMemory() override;

  // Returns "" if the guards are intact, else the offset of the first byte
  // written, from the start of the memory.
  std::string Damage() const;

 private:
  GuardedMemory(uint8_t* block, size_t bytes, uint8_t fill);

  uint8_t* const block_;
  const uint8_t fill_;
};

// Returns a tensor in guarded host memory.
framework::Tensor GuardedTensor(const framework::Dims& dims,
                                framework::DataType dtype, uint8_t fill);
// Returns the guards of a tensor; null if it is not in guarded memory.
const GuardedMemory* GuardsOf(const framework::Tensor& tensor);

}  // namespace paddle::operators::testing
