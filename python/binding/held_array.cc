#include "paddle/python/binding/held_array.h"

namespace paddle::python {

namespace py = pybind11;

// NumPy refuses to resize an array that has a weak reference.
HeldArray::HeldArray(const Array& array) : array_(array) {
  py::handle owner = array;
  while (owner.ptr() != nullptr && py::isinstance<Array>(owner)) {
    references_.push_back(py::weakref(owner));
    owner = py::reinterpret_borrow<Array>(owner).base();
  }
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
