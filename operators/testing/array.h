// Values of any data type as doubles, for references and comparisons.
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

// A value: its elements in row-major order, and its sequences, if any.
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
  // Returns the element at an index with one number per axis.
  template <typename... Index>
  double& operator()(Index... index) {
    return values[Offset({static_cast<int64_t>(index)...})];
  }
  template <typename... Index>
  double operator()(Index... index) const {
    return values[Offset({static_cast<int64_t>(index)...})];
  }
  // Returns f of each element; keeps shape and LoD.
  Array Map(const std::function<double(double)>& f) const;

 private:
  int64_t Offset(std::initializer_list<int64_t> index) const;
};

// Returns the elements as doubles.
Array ToArray(const framework::Tensor& tensor);
// Returns the dense value of a variable that holds a tensor or SelectedRows,
// whose duplicate rows are added up.
Array ToArray(const framework::Variable& variable);
// Stores the elements, rounded to the tensor's data type, in a tensor of the
// same shape in host memory.
void Fill(const Array& array, framework::Tensor* tensor);
// Returns the values rounded to `dtype`.
Array Rounded(const Array& array, framework::DataType dtype);

// Compares by |got - expected| <= tolerance * max(1, |expected|); NaN equals
// NaN, and shape and LoD must be equal. Returns "" if they agree, else the
// first difference with its index, both values and the number of differences. A
// tolerance of 0 asks for equal numbers.
std::string Difference(const Array& expected, const Array& got,
                       double tolerance);

}  // namespace paddle::operators::testing
