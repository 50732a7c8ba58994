#include "paddle/python/binding/held_array.h"

namespace paddle::python {

namespace py = pybind11;

// Holds weak references, because NumPy refuses to resize an array that has one.
HeldArray::HeldArray(const Array& array) : array_(array) {
  py::handle owner = array;
  // A view may be resized only with the arrays it refers to.
  while (owner.ptr() != nullptr && py::isinstance<Array>(owner)) {
    references_.push_back(py::weakref(owner));
    owner = py::reinterpret_borrow<Array>(owner).base();
  }
  // Arrays over buffers of other objects: exporting the buffer keeps it in
  // place.
  if (owner.ptr() == nullptr || PyObject_CheckBuffer(owner.ptr()) == 0) return;
  if (PyObject_GetBuffer(owner.ptr(), &buffer_, PyBUF_FULL_RO) != 0) {
    throw py::error_already_set();
  }
}

HeldArray::~HeldArray() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

void HeldArray::Leak() {
  array_.release();
  for (py::object& reference : references_) reference.release();
  buffer_.obj = nullptr;
}

}  // namespace paddle::python
