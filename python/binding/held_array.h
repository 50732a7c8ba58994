// Arrays whose memory a tensor uses.
#pragma once

#include <pybind11/pybind11.h>

#include "absl/container/inlined_vector.h"

#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// Keeps an array alive, and its memory where it is: the array, and those that
// it is a view of, cannot be resized meanwhile, not even by
// resize(refcheck=False), nor can a buffer that they look into be closed or
// released. Those attempts are exceptions of NumPy and of the buffer. Made and
// destroyed with the GIL.
class HeldArray {
 public:
  // Throws what the buffer throws that the array looks into if that has been
  // closed already.
  explicit HeldArray(const Array& array);
  ~HeldArray();
  HeldArray(const HeldArray&) = delete;
  HeldArray& operator=(const HeldArray&) = delete;

  // Forgets what it keeps instead of giving it back: Python has ended.
  void Leak();

 private:
  pybind11::object array_;
  absl::InlinedVector<pybind11::object, 1> references_;
  Py_buffer buffer_{};  // obj is null without one
};

}  // namespace paddle::python
