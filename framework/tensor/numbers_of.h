// Reads the elements of tensors as numbers of another type.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// Returns the elements of a tensor of any data type, on the CPU, each converted
// to T as static_cast does.
template <typename T>
std::vector<T> NumbersOf(const Tensor& tensor) {
  std::vector<T> numbers;
  VisitDataType(tensor.dtype(), [&](auto tag) {
    const auto* data = tensor.data<typename decltype(tag)::type>();
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      numbers.push_back(static_cast<T>(data[i]));
    }
  });
  return numbers;
}

}  // namespace paddle::framework
