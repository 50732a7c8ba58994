// Python's numbers, with all their digits.
#pragma once

#include <pybind11/pybind11.h>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::python {

// True for Python's and NumPy's scalars.
bool IsNumber(pybind11::handle value);
// A whole number or a double; OutOfRange for a whole one above 64 bits.
layer::Number ToNumber(pybind11::handle value);
// Each number in (nested) lists or an array, in row-major order; errors as
// ToNumber.
layer::Numbers ToNumbers(pybind11::handle values);
// The elements of a tensor on the CPU: of an integer type and of bool integers,
// else doubles.
layer::Numbers NumbersOf(const framework::Tensor& tensor);

}  // namespace paddle::python

namespace pybind11::detail {

// Arguments of type Number: pybind11's own of double rounds Python's ints.
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
