// Converts Python's numbers with all their digits.
#pragma once

#include <pybind11/pybind11.h>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::python {

// True for Python's and NumPy's scalars.
bool IsNumber(pybind11::handle value);
// Returns an integer or a double; throws OutOfRange for an integer above 64
// bits.
layer::Number ToNumber(pybind11::handle value);
// Returns all numbers in (nested) lists or an array, in row-major order; throws
// like ToNumber.
layer::Numbers ToNumbers(pybind11::handle values);
// Returns the elements of a tensor on the CPU: integers if its type is an
// integer type or bool, else doubles.
layer::Numbers NumbersOf(const framework::Tensor& tensor);

}  // namespace paddle::python

namespace pybind11::detail {

// Converts arguments of type Number, because pybind11's conversion to double
// rounds Python's ints.
template <>
struct type_caster<paddle::layer::Number> {
 public:
  bool load(handle source, bool convert);
  template <typename T>
  using cast_op_type = const paddle::layer::Number&;
  operator const paddle::layer::Number&() const { return value_; }  // NOLINT
  static constexpr auto name = const_name("float");

 private:
  paddle::layer::Number value_ = 0;
};

}  // namespace pybind11::detail
