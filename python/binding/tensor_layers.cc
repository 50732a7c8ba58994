// Layers that make tensors, and x[...] on variables.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/indexing.h"
#include "paddle/framework/layers/tensor.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::IndexPart;
using layer::Number;
using layer::Variable;

// A bound of a slice that is given.
int64_t ToBound(py::handle bound) {
  PADDLE_ENFORCE(PyIndex_Check(bound.ptr()) != 0, TypeMismatch,
                 "a bound of a slice is a whole number or None, not ",
                 ReprOf(bound));
  return ToInt64("a bound of a slice", bound);
}

layer::Range ToRange(py::handle slice) {
  const py::object start = slice.attr("start"), stop = slice.attr("stop"),
                   step = slice.attr("step");
  layer::Range range;
  if (!start.is_none()) range.start = ToBound(start);
  if (!stop.is_none()) range.stop = ToBound(stop);
  if (!step.is_none()) range.step = ToBound(step);
  return range;
}

IndexPart ToPart(py::handle part) {
  if (part.is_none()) return layer::NewAxis();
  if (part.ptr() == Py_Ellipsis) return layer::Ellipsis();
  if (PySlice_Check(part.ptr())) return ToRange(part);
  PADDLE_ENFORCE(PyIndex_Check(part.ptr()) != 0 && !PyBool_Check(part.ptr()),
                 TypeMismatch,
                 "a variable is indexed by whole numbers, slices, ... and "
                 "None, or by one variable alone, not by ",
                 ReprOf(part));
  return ToInt64("an index", part);
}

Variable GetItem(const Variable& x, py::handle key) {
  RefuseArray(x, key);
  if (py::isinstance<Variable>(key)) {
    return layer::index(x, key.cast<const Variable&>());
  }
  std::vector<IndexPart> parts;
  if (py::isinstance<py::tuple>(key)) {
    for (py::handle part : py::reinterpret_borrow<py::tuple>(key)) {
      parts.push_back(ToPart(part));
    }
  } else {
    parts.push_back(ToPart(key));
  }
  return layer::index(x, parts);
}

// Without it Python would ask for x[0], x[1], ... for ever.
py::iterator Iterate(const Variable& x) {
  PADDLE_ENFORCE(x.dims().rank() > 0 && x.dims()[0] >= 0, TypeMismatch,
                 "variable ", x.ToString(),
                 " cannot be iterated over: its first size is not known "
                 "before the program runs (pd.rnn goes through sequences)");
  return py::iter(py::cast(layer::unstack(x)));
}

Variable FullLike(const Variable& x, Number value, py::handle dtype) {
  return layer::full_like(x, value,
                          dtype.is_none() ? x.dtype() : ToDataType(dtype));
}

// One number as a variable of the data type.
Variable ToScalar(py::handle value, framework::DataType dtype) {
  if (py::isinstance<Variable>(value)) return value.cast<Variable>();
  PADDLE_ENFORCE(IsNumber(value), TypeMismatch,
                 "arange takes variables and numbers, not ", ReprOf(value));
  return layer::fill_constant({}, dtype, ToNumber(value));
}

Variable RangeOfVariables(py::handle start, py::handle end, py::handle step,
                          py::handle dtype) {
  return layer::arange(ToScalar(start, ToDataType(dtype)),
                       ToScalar(end, ToDataType(dtype)),
                       ToScalar(step, ToDataType(dtype)));
}

}  // namespace

void BindTensorLayers(py::module_& module) {
  module.def("_full_like", &FullLike);
  module.def("_arange",
             [](Number start, Number end, Number step, py::handle dtype) {
               return layer::arange(start, end, step, ToDataType(dtype));
             });
  module.def("_range", &RangeOfVariables);
  module.def("_unstack", &layer::unstack);
  module.def("_meshgrid", &layer::meshgrid);
  auto type = py::class_<Variable>(module.attr("Variable"));
  type.def("__getitem__", &GetItem, py::arg("key"),
           "The part of the variable that NumPy's indexing gives: x[0], "
           "x[1:-1, ::2], x[..., None]; or, by a variable of whole numbers, "
           "slices along the first axis, by one of bool, where it is true.");
  type.def("__iter__", &Iterate);
}

}  // namespace paddle::python
