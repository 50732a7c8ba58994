// Numbers of any data type as doubles: what references and comparisons use.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"

namespace paddle::operators::testing {

// A value: row-major elements, and sequences if there are any.
struct Array {
  framework::Dims dims;
  std::vector<double> values;
  framework::LoDPtr lod;

  Array() = default;
  explicit Array(const framework::Dims& dims, double fill = 0)
      : dims(dims), values(dims.Numel(), fill) {}
  Array(const framework::Dims& dims, std::vector<double> values)
      : dims(dims), values(std::move(values)) {}

  int64_t numel() const { return static_cast<int64_t>(values.size()); }
  double& operator[](int64_t i) { return values[i]; }
  double operator[](int64_t i) const { return values[i]; }
  // The element at an index of as many numbers as there are axes.
  template <typename... Index>
  double& operator()(Index... index) {
    return values[Offset({static_cast<int64_t>(index)...})];
  }
  template <typename... Index>
  double operator()(Index... index) const {
    return values[Offset({static_cast<int64_t>(index)...})];
  }
  // Elementwise; keeps dims and sequences.
  Array Map(const std::function<double(double)>& f) const;

 private:
  int64_t Offset(std::initializer_list<int64_t> index) const;
};

// The elements as doubles.
Array ToArray(const framework::Tensor& tensor);
// The dense value of a variable that holds a tensor or SelectedRows (rows that
// appear twice add up).
Array ToArray(const framework::Variable& variable);
// Writes the elements, rounded to the tensor's data type, into a tensor of the
// same dims in host memory.
void Fill(const Array& array, framework::Tensor* tensor);
// The values after rounding to `dtype`.
Array Rounded(const Array& array, framework::DataType dtype);

// Compares like |got - expected| <= tolerance * max(1, |expected|); NaN equals
// NaN, and dims and sequences must agree. "" if equal, else the first
// difference with its index, both values, and how many differ. Tolerance 0
// asks for the same numbers.
std::string Difference(const Array& expected, const Array& got,
                       double tolerance);

}  // namespace paddle::operators::testing
