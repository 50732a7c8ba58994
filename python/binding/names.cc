#include "paddle/python/binding/names.h"

#include "paddle/platform/enforce.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Variable;

absl::string_view NameOf(py::handle item) {
  if (PyUnicode_Check(item.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (text == nullptr) PyErr_Clear();
    PADDLE_ENFORCE(text != nullptr, InvalidArgument, "a name is not UTF-8");
    return {text, static_cast<size_t>(size)};
  }
  PADDLE_ENFORCE(py::isinstance<Variable>(item), TypeMismatch,
                 "expected a variable or its name, not ",
                 py::repr(item).cast<std::string>());
  return item.cast<const Variable&>().name();
}

NameViews NamesOf(py::handle items) {
  if (PyUnicode_Check(items.ptr()) || py::isinstance<Variable>(items)) {
    return {NameOf(items)};
  }
  PADDLE_ENFORCE(py::isinstance<py::iterable>(items), TypeMismatch,
                 "expected a list of variables or names, not ",
                 py::repr(items).cast<std::string>());
  NameViews names;
  for (py::handle item : items) names.push_back(NameOf(item));
  return names;
}

std::vector<std::string> NameStrings(py::handle items) {
  if (items.is_none()) return {};
  const NameViews views = NamesOf(items);
  return {views.begin(), views.end()};
}

Variable VariableOrNone(const char* what, py::handle value) {
  if (value.is_none()) return Variable();
  PADDLE_ENFORCE(py::isinstance<Variable>(value), TypeMismatch, what,
                 " is a variable, not ", py::repr(value).cast<std::string>());
  return value.cast<Variable>();
}

}  // namespace paddle::python
