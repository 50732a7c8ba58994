// Translates platform::Error to Python exceptions, in one place.
#include <pybind11/stl.h>

#include <exception>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/call_site.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using platform::ErrorCode;

// KeyError quotes its message, which spoils several lines; this subclass does
// not.
py::object NotFoundError() {
  return py::module_::import("paddle.errors").attr("NotFoundError");
}

py::object ExceptionOf(ErrorCode code) {
  const auto builtin = [](PyObject* type) {
    return py::reinterpret_borrow<py::object>(type);
  };
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kAlreadyExists:
      return builtin(PyExc_ValueError);
    case ErrorCode::kTypeMismatch:
      return builtin(PyExc_TypeError);
    case ErrorCode::kNotFound:
      return NotFoundError();
    case ErrorCode::kOutOfRange:
      return builtin(PyExc_IndexError);
    case ErrorCode::kUnimplemented:
      return builtin(PyExc_NotImplementedError);
    case ErrorCode::kDataLoss:
    case ErrorCode::kUnavailable:
      return builtin(PyExc_OSError);
    case ErrorCode::kResourceExhausted:
      return builtin(PyExc_MemoryError);
    case ErrorCode::kCancelled:
    case ErrorCode::kFailedPrecondition:
    case ErrorCode::kInternal:
      return builtin(PyExc_RuntimeError);
  }
  return builtin(PyExc_RuntimeError);
}

// Appends the user's line to the message, unless an operator has added it
// already.
std::string WithUserLine(std::string message) {
  const auto frames = UserFrames();
  if (frames.empty()) return message;
  const auto& site = frames.front();
  const std::string place = absl::StrCat(site.file(), ", line ", site.line());
  if (!absl::StrContains(message, place)) {
    absl::StrAppend(&message, "\n  called at ", place, ": ", site.text());
  }
  return message;
}

// Accepts any bytes in the message.
void SetError(py::handle type, const std::string& message) {
  const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
      message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  if (text) PyErr_SetObject(type.ptr(), text.ptr());
}

void Translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const platform::Error& error) {
    SetError(ExceptionOf(error.code()), WithUserLine(error.what()));
  } catch (const py::cast_error&) {
    // Its words are about C++, and it knows no name.
    SetError(PyExc_TypeError,
             WithUserLine("a part of an argument is of the wrong kind, "
                          "such as a name that is no str"));
  }
}

}  // namespace

void BindErrors(py::module_& module) {
  py::register_exception_translator(&Translate);
  module.def("_set_hidden_folders", &SetHiddenFolders, py::arg("folders"),
             "Files below these folders are left out of error messages.");
  module.def("_with_user_line", &WithUserLine, py::arg("message"),
             "A message, and the line of the user's that is being run.");
}

}  // namespace paddle::python
