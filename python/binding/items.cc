#include "paddle/python/binding/items.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

namespace py = pybind11;

namespace {

std::string TypeNameOf(py::handle value) {
  return Py_TYPE(value.ptr())->tp_name;
}

// True if NumPy could get an array from the object, in any of its ways.
bool MakesArray(py::handle value) {
  return py::isinstance<Array>(value) ||
         PyObject_CheckBuffer(value.ptr()) != 0 ||
         py::hasattr(value, "__array__") ||
         py::hasattr(value, "__array_interface__") ||
         py::hasattr(value, "__array_struct__");
}

bool IsPlainList(py::handle value) {
  return PyList_CheckExact(value.ptr()) != 0 ||
         PyTuple_CheckExact(value.ptr()) != 0;
}

// True for numbers, and for lists of them at most `depth` deep, which run no
// code of a user's when they are read: nothing can change them meanwhile.
bool IsHarmless(PyObject* value, int depth) {
  // Exact types only: a subclass may run code of its own.
  if (PyFloat_CheckExact(value) != 0 || PyLong_CheckExact(value) != 0) {
    return true;
  }
  if (depth == 0 || !IsPlainList(value)) return false;
  PyObject** const items = PySequence_Fast_ITEMS(value);
  return std::all_of(
      items, items + PySequence_Fast_GET_SIZE(value),
      [depth](PyObject* item) { return IsHarmless(item, depth - 1); });
}

// Copies plain lists without running code of theirs, as fast as memcpy.
py::list CopyOf(py::handle sequence) {
  if (IsPlainList(sequence)) {
    PyObject* copy = PySequence_List(sequence.ptr());
    if (copy == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::list>(copy);
  }
  py::list copy;
  VisitItems(sequence, [&](py::handle item) { copy.append(item); });
  return copy;
}

py::list CopyOfList(py::handle outermost, py::handle sequence, int depth,
                    int most) {
  PADDLE_ENFORCE(depth <= most, InvalidArgument, "lists are nested at most ",
                 most, " deep here; this ", TypeNameOf(outermost),
                 " is deeper, or holds itself");
  py::list copy = CopyOf(sequence);
  // Items may be exchanged while they are read, so each is held.
  for (size_t i = 0; i < copy.size(); ++i) {
    const py::object item = copy[i];
    if (!HoldsNumbers(item)) continue;
    copy[i] = CopyOfList(outermost, item, depth + 1, most);
  }
  return copy;
}

}  // namespace

void VisitItems(py::handle sequence,
                absl::FunctionRef<void(py::handle)> visit) {
  const size_t length = py::len(sequence);
  size_t count = 0;
  for (py::handle item : sequence) {
    PADDLE_ENFORCE(count < length, InvalidArgument, "this ",
                   TypeNameOf(sequence), " has more items than its length, ",
                   length, ", says");
    visit(item);
    ++count;
  }
}

bool HoldsNumbers(py::handle value) {
  return PySequence_Check(value.ptr()) != 0 &&
         (IsPlainList(value) ||
          !(PyUnicode_Check(value.ptr()) != 0 ||
            PyBytes_Check(value.ptr()) != 0 || MakesArray(value)));
}

py::object CopyOfNested(py::handle value, int depth) {
  if (IsHarmless(value.ptr(), depth) || !HoldsNumbers(value)) {
    return py::reinterpret_borrow<py::object>(value);
  }
  return CopyOfList(value, value, 1, depth);
}

}  // namespace paddle::python
