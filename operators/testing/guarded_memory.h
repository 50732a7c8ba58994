// Memory that notices when somebody writes beside it.
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

// Exactly `bytes` bytes between two guards; all are set to `fill` at first.
class GuardedMemory final : public memory::Allocation {
 public:
  static std::shared_ptr<GuardedMemory> Create(size_t bytes, uint8_t fill);
  ~GuardedMemory() override;

  // "" while the guards are whole, else where the first byte was written, from
  // the start of the memory.
  std::string Damage() const;

 private:
  GuardedMemory(uint8_t* block, size_t bytes, uint8_t fill);

  uint8_t* const block_;
  const uint8_t fill_;
};

// A tensor in guarded host memory.
framework::Tensor GuardedTensor(const framework::Dims& dims,
                                framework::DataType dtype, uint8_t fill);
// The guards of a tensor; null if it is not in guarded memory.
const GuardedMemory* GuardsOf(const framework::Tensor& tensor);

}  // namespace paddle::operators::testing
