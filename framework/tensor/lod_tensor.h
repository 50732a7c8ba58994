// A tensor whose rows may form sequences: the usual value of a variable.
#pragma once

#include <utility>

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// A Tensor with the offsets of its sequences. Copies share both; nothing checks
// that the offsets fit the rows until a kernel or a file needs them. Not thread
// safe for writing.
class LoDTensor : public Tensor {
 public:
  using Tensor::Tensor;
  LoDTensor() = default;
  // Takes a view of the tensor's memory.
  explicit LoDTensor(Tensor tensor, LoDPtr lod = nullptr)
      : Tensor(std::move(tensor)), lod_(std::move(lod)) {}

  // Returns null if the tensor has no sequences.
  const LoDPtr& lod() const { return lod_; }
  void set_lod(LoDPtr lod) { lod_ = std::move(lod); }

 private:
  LoDPtr lod_;
};

}  // namespace paddle::framework
