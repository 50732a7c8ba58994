#include "paddle/python/binding/composed.h"

#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/padding.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {

namespace py = pybind11;
using framework::DataType;
using layer::OptionalParamAttr;
using layer::Padding;
using layer::ParamAttr;
using layer::Size2;
using layer::Sizes;
using layer::Variable;

Size2 FromPython<Size2>::Read(const char*, Given given) {
  const std::vector<int64_t> sizes = FromShape(given.value);
  PADDLE_ENFORCE(sizes.size() == 1 || sizes.size() == 2, InvalidArgument,
                 "height and width are one number or two, not ",
                 ReprOf(given.value));
  return {sizes.front(), sizes.back()};
}

py::object FromPython<Size2>::Default(const Size2& value) {
  return py::int_(value.h);
}

// None means "not given".
Sizes FromPython<Sizes>::Read(const char*, Given given) {
  return given.value.is_none() ? Sizes({}) : Sizes(FromShape(given.value));
}

py::object FromPython<Sizes>::Default(const Sizes& value) {
  if (value.empty()) return py::none();
  return py::int_(value.Of(1, "a default").front());
}

Padding FromPython<Padding>::Read(const char*, Given given) {
  if (!py::isinstance<py::str>(given.value)) return FromShape(given.value);
  return Padding::Named(given.value.cast<std::string>());
}

py::object FromPython<Padding>::Default(const Padding& value) {
  return py::int_(value.Of(1, "a default").front());
}

ParamAttr FromPython<ParamAttr>::Read(const char*, Given given) {
  return ToParamAttr(given.value);
}

py::object FromPython<ParamAttr>::Default(const ParamAttr&) {
  return py::none();
}

OptionalParamAttr FromPython<OptionalParamAttr>::Read(const char*,
                                                      Given given) {
  return ToOptionalParamAttr(given.value);
}

py::object FromPython<OptionalParamAttr>::Default(const OptionalParamAttr&) {
  return py::none();
}

DataType FromPython<DataType>::Read(const char*, Given given) {
  return ToDataType(given.value);
}

py::object FromPython<DataType>::Default(const DataType& value) {
  return py::str(framework::DataTypeName(value));
}

std::vector<Variable> FromPython<std::vector<Variable>>::Read(const char* what,
                                                              Given given) {
  const py::handle value = given.value;
  if (py::isinstance<Variable>(value)) return {value.cast<Variable>()};
  std::vector<Variable> variables;
  PADDLE_ENFORCE(
      py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value),
      TypeMismatch, what, " takes variables, not ", ReprOf(value));
  for (py::handle item : value) {
    PADDLE_ENFORCE(py::isinstance<Variable>(item), TypeMismatch, what,
                   " takes variables, not ", ReprOf(item));
    variables.push_back(item.cast<Variable>());
  }
  return variables;
}

}  // namespace paddle::python
