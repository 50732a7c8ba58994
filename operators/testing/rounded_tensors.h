// Tensors for tests that compare what functions compute in 16 bits with float64
// and with float that is rounded.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/place.h"

namespace paddle::operators::testing {

// Returns a tensor of T in CPU memory, not initialized.
template <typename T>
framework::Tensor EmptyTensor(const framework::Dims& dims) {
  framework::Tensor tensor;
  tensor.Allocate(dims, framework::DataTypeOf<T>(),
                  &memory::AllocatorOf(platform::CPUPlace()));
  return tensor;
}

// Returns numbers in [-size, size) that look irregular, as T has them.
template <typename T>
std::vector<double> RoundedNumbers(int64_t count, double seed,
                                   double size = 1) {
  std::vector<double> numbers(count);
  for (int64_t i = 0; i < count; ++i) {
    const double x = std::sin(seed + 12.9898 * i) * 43758.5453;
    numbers[i] = static_cast<T>(size * (2 * (x - std::floor(x)) - 1));
  }
  return numbers;
}

// Returns a tensor of T with the numbers that In has of RoundedNumbers.
template <typename T, typename In>
framework::Tensor RoundedTensor(const framework::Dims& dims, double seed,
                                double size = 1) {
  const auto numbers = RoundedNumbers<In>(dims.Numel(), seed, size);
  framework::Tensor tensor = EmptyTensor<T>(dims);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<T>()[i] = static_cast<T>(numbers[i]);
  }
  return tensor;
}

// Returns the elements of a tensor of T.
template <typename T>
std::vector<double> NumbersIn(const framework::Tensor& x) {
  std::vector<double> numbers;
  for (int64_t i = 0; i < x.numel(); ++i) numbers.push_back(x.data<T>()[i]);
  return numbers;
}

// Returns the mean distance of `got`, rounded to T, from what is right.
template <typename T>
double MeanDistance(const std::vector<double>& got,
                    const std::vector<double>& right) {
  double sum = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    sum += std::abs(static_cast<T>(got[i]) - right[i]);
  }
  return sum / static_cast<double>(right.size());
}

}  // namespace paddle::operators::testing
