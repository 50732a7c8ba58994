#include "paddle/python/binding/attribute.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::Attribute;
using framework::AttributeMap;
using framework::AttrType;
using framework::DataType;

bool IsBool(py::handle value) {
  // NumPy's bool is no subclass of Python's; the type's name spares an import.
  const std::string type = Py_TYPE(value.ptr())->tp_name;
  return PyBool_Check(value.ptr()) || type == "numpy.bool_" ||
         type == "numpy.bool";  // as NumPy 2 has it
}

bool IsFloat(py::handle value) {
  return PyFloat_Check(value.ptr()) || py::hasattr(value, "__float__");
}

// An array of rank 0 counts as one number.
bool IsZeroDimensional(py::handle value) {
  return py::isinstance<Array>(value) &&
         py::reinterpret_borrow<Array>(value).rank() == 0;
}

bool IsNumPyType(py::handle value) {
  return PyType_Check(value.ptr()) || py::isinstance<ArrayType>(value);
}

template <typename T>
std::vector<T> Collect(const std::vector<Attribute>& values) {
  std::vector<T> list;
  for (const Attribute& value : values) list.push_back(std::get<T>(value));
  return list;
}

std::vector<double> CollectNumbers(const std::string& name,
                                   const std::vector<Attribute>& values) {
  std::vector<double> list;
  for (const Attribute& value : values) {
    if (const auto* integer = std::get_if<int64_t>(&value)) {
      // A large integer among floats must not be rounded silently.
      PADDLE_ENFORCE(framework::FitsDouble(*integer), InvalidArgument,
                     "the list of attribute ", name, " holds ", *integer,
                     " among floats, none of which is equal to it");
      list.push_back(static_cast<double>(*integer));
    } else {
      const auto* number = std::get_if<double>(&value);
      PADDLE_ENFORCE(number != nullptr, TypeMismatch, "the list of attribute ",
                     name, " holds values of several types");
      list.push_back(*number);
    }
  }
  return list;
}

bool AllAre(const std::vector<Attribute>& values, AttrType type) {
  for (const Attribute& value : values) {
    if (TypeOf(value) != type) return false;
  }
  return true;
}

// Variables can be indexed, and so are sequences to Python.
bool IsList(py::handle value) {
  return py::isinstance<Array>(value) ||
         (py::isinstance<py::sequence>(value) &&
          !py::isinstance<py::str>(value) &&
          !py::isinstance<layer::Variable>(value));
}

// No attribute is a list of lists, so lists are as deep as this goes.
Attribute ToScalar(const std::string& name, py::handle value) {
  if (value.is_none()) return std::monostate();
  // bool comes first, because a bool is also an index.
  if (IsBool(value)) return value.cast<bool>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (IsNumPyType(value)) return DataTypeName(ToDataType(value));
  // __index__ tells integers of any library from floats.
  if (PyIndex_Check(value.ptr())) {
    return ToInt64(absl::StrCat("attribute ", name), value);
  }
  PADDLE_ENFORCE(IsFloat(value), TypeMismatch, "attribute ", name,
                 " cannot be a ", Py_TYPE(value.ptr())->tp_name);
  return value.attr("__float__")().cast<double>();
}

Attribute ToList(const std::string& name, py::handle sequence) {
  std::vector<Attribute> values;
  VisitItems(sequence, [&](py::handle item) {
    const bool scalar = !IsList(item) || IsZeroDimensional(item);
    PADDLE_ENFORCE(scalar, TypeMismatch, "attribute ", name,
                   " is a list of values, not of lists; one of them is ",
                   ReprOf(item));
    values.push_back(ToScalar(name, item));
  });
  if (AllAre(values, AttrType::kInt)) return Collect<int64_t>(values);
  if (AllAre(values, AttrType::kBool)) return Collect<bool>(values);
  if (AllAre(values, AttrType::kString)) return Collect<std::string>(values);
  return CollectNumbers(name, values);
}

}  // namespace

DataType ToDataType(py::handle value) {
  if (py::isinstance<py::str>(value)) {
    return framework::ParseDataType(value.cast<std::string>());
  }
  try {
    return ArrayType::From(value).ToDataType();
  } catch (const py::error_already_set&) {
    // The error of ParseDataType lists the legal types, which that of NumPy
    // does not.
    return framework::ParseDataType(ReprOf(value));
  }
}

int64_t ToInt64(const std::string& what, py::handle value) {
  const py::object integer = value.attr("__index__")();
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  PADDLE_ENFORCE(overflow == 0, OutOfRange, what,
                 " does not fit into 64 bits: ", ReprOf(value));
  return number;
}

Attribute ToAttribute(const std::string& name, py::handle value) {
  return IsList(value) && !IsZeroDimensional(value) ? ToList(name, value)
                                                    : ToScalar(name, value);
}

AttributeMap ToAttributes(const py::dict& attrs) {
  AttributeMap map;
  for (const auto& [key, value] : attrs) {
    const auto name = key.cast<std::string>();
    // None means that the attribute is not given.
    if (!value.is_none()) map.emplace_back(name, ToAttribute(name, value));
  }
  return map;
}

py::object FromAttribute(const Attribute& value) {
  return std::visit(
      [](const auto& v) -> py::object {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return py::none();
        } else if constexpr (std::is_same_v<T, framework::BlockIndex>) {
          return py::int_(v.index);
        } else if constexpr (std::is_same_v<
                                 T, std::vector<framework::BlockIndex>>) {
          py::list list;
          for (framework::BlockIndex block : v) list.append(block.index);
          return std::move(list);
        } else {
          return py::cast(v);
        }
      },
      value);
}

}  // namespace paddle::python
