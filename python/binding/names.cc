#include "paddle/python/binding/names.h"

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Variable;

namespace {

// It lives as long as the item. The name of a variable, or a name.
absl::string_view NameOf(py::handle item) {
  if (PyUnicode_Check(item.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (text == nullptr) PyErr_Clear();
    PADDLE_ENFORCE(text != nullptr, InvalidArgument,
                   "a name is not Unicode that can be written: ", ReprOf(item));
    return {text, static_cast<size_t>(size)};
  }
  PADDLE_ENFORCE(py::isinstance<Variable>(item), TypeMismatch,
                 "expected a variable or its name, not ", ReprOf(item));
  return item.cast<const Variable&>().name();
}

}  // namespace

void Names::Add(py::handle item) {
  views_.push_back(NameOf(item));
  items_.push_back(py::reinterpret_borrow<py::object>(item));
}

Names NamesOf(py::handle items) {
  Names names;
  if (PyUnicode_Check(items.ptr()) || py::isinstance<Variable>(items)) {
    names.Add(items);
    return names;
  }
  PADDLE_ENFORCE(py::isinstance<py::iterable>(items), TypeMismatch,
                 "expected a list of variables or names, not ", ReprOf(items));
  const auto add = [&](py::handle item) { names.Add(item); };
  if (py::hasattr(items, "__len__")) {
    VisitItems(items, add);
  } else {
    for (py::handle item : items) add(item);
  }
  return names;
}

std::vector<std::string> NameStrings(py::handle items) {
  if (items.is_none()) return {};
  const Names names = NamesOf(items);
  return {names.views().begin(), names.views().end()};
}

Variable VariableOrNone(const char* what, py::handle value) {
  if (value.is_none()) return Variable();
  PADDLE_ENFORCE(py::isinstance<Variable>(value), TypeMismatch, what,
                 " is a variable, not ", ReprOf(value));
  return value.cast<Variable>();
}

}  // namespace paddle::python
