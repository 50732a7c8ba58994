// Makes small tensors for tests, and reads them.
#pragma once

#include <algorithm>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"

namespace paddle::distributed {

template <class T>
framework::Tensor ArrayOf(const framework::Dims& dims,
                          const std::vector<T>& numbers) {
  framework::Tensor array(dims, framework::DataTypeOf<T>());
  std::copy(numbers.begin(), numbers.end(), array.mutable_data<T>());
  return array;
}

template <class T>
std::vector<T> NumbersOf(const framework::Tensor& array) {
  return {array.data<T>(), array.data<T>() + array.numel()};
}

}  // namespace paddle::distributed
