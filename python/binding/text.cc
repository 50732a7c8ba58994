#include "paddle/python/binding/text.h"

#include "absl/strings/str_cat.h"

namespace paddle::python {
namespace {

namespace py = pybind11;

constexpr size_t kMostShown = 300;

std::string TypeNameOf(py::handle value) {
  return Py_TYPE(value.ptr())->tp_name;
}

// "" for null, and then the exception is gone.
std::string TakeText(PyObject* text) {
  if (text == nullptr) {
    PyErr_Clear();
    return "";
  }
  return TextOf(py::reinterpret_steal<py::object>(text));
}

}  // namespace

std::string TextOf(py::handle text) {
  const auto bytes = py::reinterpret_steal<py::object>(
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!bytes) {
    PyErr_Clear();
    return "";
  }
  return {PyBytes_AS_STRING(bytes.ptr()),
          static_cast<size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

std::string ReprOf(py::handle value) {
  std::string text = TakeText(PyObject_Repr(value.ptr()));
  if (text.empty()) return absl::StrCat("<", TypeNameOf(value), ">");
  if (text.size() <= kMostShown) return text;
  return absl::StrCat(text.substr(0, kMostShown), "...");
}

std::string StrOf(py::handle value) {
  return TakeText(PyObject_Str(value.ptr()));
}

std::string ErrorTextOf(const py::error_already_set& error) {
  return absl::StrCat(TypeNameOf(error.value()), ": ", StrOf(error.value()));
}

}  // namespace paddle::python
