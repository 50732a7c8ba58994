#include "paddle/python/binding/names.h"

#include "paddle/framework/layers/variable.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Variable;

namespace {

// Returns the variable in an object, or null. Every run asks this for all that
// it fetches, so the class is looked up by name only once.
const Variable* AsVariable(py::handle item) {
  static const auto* const type = py::detail::get_type_info(typeid(Variable));
  if (!PyObject_TypeCheck(item.ptr(), type->type)) return nullptr;
  py::detail::type_caster_generic caster(type);
  const bool loaded = caster.load(item, /*convert=*/false);
  return loaded ? static_cast<const Variable*>(caster.value) : nullptr;
}

// Returns the name of a variable, or a name itself; valid as long as the item
// lives.
absl::string_view NameOf(py::handle item) {
  if (PyUnicode_Check(item.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    // Lone surrogates cannot be written as UTF-8.
    if (text == nullptr) PyErr_Clear();
    PADDLE_ENFORCE(text != nullptr, InvalidArgument,
                   "a name is not Unicode that can be written: ", ReprOf(item));
    return {text, static_cast<size_t>(size)};
  }
  const Variable* variable = AsVariable(item);
  PADDLE_ENFORCE(variable != nullptr, TypeMismatch,
                 "expected a variable or its name, not ", ReprOf(item));
  return variable->name();
}

}  // namespace

void Names::Add(py::handle item) {
  views_.push_back(NameOf(item));
  items_.push_back(py::reinterpret_borrow<py::object>(item));
}

Names NamesOf(py::handle items) {
  Names names;
  if (PyUnicode_Check(items.ptr()) || AsVariable(items) != nullptr) {
    names.Add(items);
    return names;
  }
  const bool plain = PyList_CheckExact(items.ptr()) != 0 ||
                     PyTuple_CheckExact(items.ptr()) != 0;
  PADDLE_ENFORCE(plain || py::isinstance<py::iterable>(items), TypeMismatch,
                 "expected a list of variables or names, not ", ReprOf(items));
  const auto add = [&](py::handle item) { names.Add(item); };
  // With a length, an endless sequence is detected.
  if (plain || py::hasattr(items, "__len__")) {
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

}  // namespace paddle::python
