// Joins what the steps of a loop give along axis 0.
#pragma once

#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// Collects the tensors of steps. Used by one thread.
class JoinedRows {
 public:
  // Shares the memory of `step`.
  void Add(const framework::Tensor& step) { steps_.push_back(step); }

  // Returns all steps in the order they were added, without sequences, and
  // gives up their memory. There must be at least one. Throws InvalidArgument,
  // naming the shapes, if they differ behind axis 0 or in data type.
  framework::LoDTensor Take(const platform::DeviceContext& device,
                            memory::Allocator* allocator);

 private:
  std::vector<framework::Tensor> steps_;
};

}  // namespace paddle::operators
