#include "paddle/python/binding/numbers.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/tensor_value.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Number;
using layer::Numbers;

bool IsNumber(py::handle value) {
  // NumPy's floats of 16 and 32 bits are no floats of Python, but have a dtype.
  return PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
         (py::hasattr(value, "dtype") && py::hasattr(value, "__float__"));
}

Number ToNumber(py::handle value) {
  if (PyIndex_Check(value.ptr())) {
    return Number(ToInt64("a number", value));
  }
  return Number(value.attr("__float__")().cast<double>());
}

Numbers ToNumbers(py::handle values) {
  // NumPy flattens nested lists and checks their shape; tolist gives exact
  // numbers.
  const py::object flat =
      ReadArray(values, "").attr("ravel")().attr("tolist")();
  Numbers numbers;
  for (py::handle value : flat) numbers.Append({ToNumber(value)});
  return numbers;
}

Numbers NumbersOf(const framework::Tensor& tensor) {
  return framework::VisitDataType(tensor.dtype(), [&](auto tag) -> Numbers {
    using T = typename decltype(tag)::type;
    using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, double>;
    const T* data = tensor.data<T>();
    std::vector<Wide> numbers;
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      numbers.push_back(static_cast<Wide>(data[i]));
    }
    return numbers;
  });
}

}  // namespace paddle::python

namespace pybind11::detail {

bool type_caster<paddle::layer::Number>::load(handle source, bool convert) {
  if (!source || (!convert && !PyFloat_Check(source.ptr()))) return false;
  if (PyLong_Check(source.ptr()) || PyIndex_Check(source.ptr())) {
    const auto whole = reinterpret_steal<object>(PyNumber_Index(source.ptr()));
    if (whole) {
      value_ = paddle::python::ToNumber(whole);
      return true;
    }
    PyErr_Clear();
  }
  const double number = PyFloat_AsDouble(source.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return false;
  }
  value_ = number;
  return true;
}

}  // namespace pybind11::detail
