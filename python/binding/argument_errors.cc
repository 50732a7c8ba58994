// Rewrites pybind11's messages about wrong arguments in Python's terms.
// pybind11 lists the function's C++ signature; each function gets a new entry,
// which passes that text to paddle.argument_errors.
#include <string>

#include "absl/strings/match.h"

#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using Entry = PyCFunctionWithKeywords;

// pybind11 has one entry for all functions; it tells them apart by `self`.
Entry pybind_entry = nullptr;

Entry EntryOf(const PyMethodDef& method) {
  return reinterpret_cast<Entry>(reinterpret_cast<void (*)()>(method.ml_meth));
}

void Explain(py::handle args, py::handle kwargs) {
  py::error_already_set error;
  const std::string text = StrOf(error.value());
  // Any other TypeError comes from the function itself and is left alone.
  if (!absl::StrContains(text, " arguments. The following argument types")) {
    error.restore();
    return;
  }
  const auto given =
      kwargs ? py::reinterpret_borrow<py::dict>(kwargs) : py::dict();
  try {
    const py::object explained = py::module_::import("paddle.argument_errors")
                                     .attr("explained")(text, args, given);
    // On failure the error of the explanation is raised, which shows its
    // defect.
    PyErr_SetObject(py::type::handle_of(explained).ptr(), explained.ptr());
  } catch (py::error_already_set& failure) {
    failure.restore();
  }
}

PyObject* Call(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject* const result = pybind_entry(self, args, kwargs);
  if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    Explain(args, kwargs);
  }
  return result;
}

PyMethodDef* MethodOf(py::handle function) {
  // Methods of classes are wrapped once more than functions.
  PyObject* const plain = PyInstanceMethod_Check(function.ptr())
                              ? PyInstanceMethod_GET_FUNCTION(function.ptr())
                              : function.ptr();
  if (PyCFunction_Check(plain) == 0) return nullptr;
  return reinterpret_cast<PyCFunctionObject*>(plain)->m_ml;
}

void Redirect(py::handle function) {
  PyMethodDef* const method = MethodOf(function);
  // Functions that pybind11 did not make have entries of their own.
  if (method == nullptr || EntryOf(*method) != pybind_entry) return;
  method->ml_meth =
      reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&Call));
}

void RedirectMember(py::handle member) {
  if (Py_TYPE(member.ptr()) == &PyStaticMethod_Type) {
    Redirect(member.attr("__func__"));
  } else if (Py_TYPE(member.ptr()) == &PyProperty_Type) {
    Redirect(member.attr("fget"));
    Redirect(member.attr("fset"));
  } else {
    Redirect(member);
  }
}

void RedirectAll(py::handle module) {
  for (const auto& item : module.attr("__dict__").cast<py::dict>()) {
    Redirect(item.second);
    if (PyModule_Check(item.second.ptr()) != 0) RedirectAll(item.second);
    if (PyType_Check(item.second.ptr()) == 0) continue;
    const auto members = item.second.attr("__dict__").attr("items")();
    for (py::handle member : members) {
      RedirectMember(member.cast<py::tuple>()[1]);
    }
  }
}

}  // namespace

void BindArgumentErrors(py::module_& module) {
  // A function made for this purpose shows the entry that all share.
  pybind_entry = EntryOf(*MethodOf(py::cpp_function([] {})));
  RedirectAll(module);
}

}  // namespace paddle::python
