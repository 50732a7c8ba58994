// Keeps the memory of NumPy arrays in place while tensors use it.
#pragma once

#include <pybind11/pybind11.h>

#include "absl/container/inlined_vector.h"

#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// Keeps an array and its memory alive: neither the array nor those that it is a
// view of can be resized meanwhile, not even by resize(refcheck=False), and a
// buffer that they refer to cannot be closed or released; such attempts raise
// exceptions of NumPy or the buffer. Create and destroy it with the GIL held.
class HeldArray {
 public:
  // Throws the buffer's exception if the buffer that the array refers to has
  // been closed already.
  explicit HeldArray(const Array& array);
  ~HeldArray();
  HeldArray(const HeldArray&) = delete;
  HeldArray& operator=(const HeldArray&) = delete;

  // Leaks what it holds instead of releasing it, after the interpreter has
  // ended.
  void Leak();

 private:
  pybind11::object array_;
  absl::InlinedVector<pybind11::object, 1> references_;
  Py_buffer buffer_{};  // obj is null without a buffer
};

}  // namespace paddle::python
