// NumPy's arrays and data types as C++ values.
//
// One binary serves NumPy 1.22 to 2.x: it uses only the parts of NumPy's binary
// interface that are the same in both (the head of its structs, and the table
// of functions by number), whereas pybind11's own header fits only one of them.
// Reading an array costs a few loads of fields; the buffer protocol would
// describe each array anew at each feed.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::python {

// Returns the nearest type that NumPy has itself and that has all values of
// `dtype`: float32 for bfloat16 and smaller floating point, int8 and uint8 for
// integers of four and two bits, else `dtype`.
framework::DataType NumPyTypeFor(framework::DataType dtype);

// A numpy.dtype.
class ArrayType : public pybind11::object {
 public:
  PYBIND11_OBJECT_DEFAULT(ArrayType, pybind11::object, IsArrayType)
  // Returns the type for a tensor's elements: NumPyTypeFor's.
  static ArrayType Of(framework::DataType dtype);
  // Converts a name or a type as NumPy does; throws error_already_set for
  // anything else.
  static ArrayType From(pybind11::handle value);

  // Returns 'b', 'i', 'u', 'f', 'O', ...
  char kind() const;
  // Returns '>' if the bytes of numbers are not in the machine's order.
  char byteorder() const;
  int64_t itemsize() const;
  // Knows the types of the package ml_dtypes, too. Throws TypeMismatch, listing
  // the legal types, for a type that no tensor can have.
  framework::DataType ToDataType() const;

 private:
  static bool IsArrayType(PyObject* object);
};

// A numpy.ndarray.
class Array : public pybind11::object {
 public:
  PYBIND11_OBJECT_DEFAULT(Array, pybind11::object, IsArray)
  // Converts like numpy.asarray; throws error_already_set if that fails.
  static Array From(pybind11::handle value);
  // Makes an array with memory of its own.
  Array(const ArrayType& type, absl::Span<const int64_t> shape);
  // Makes an array over memory that `base` keeps alive, in row-major order
  // unless strides (in bytes) are given. It is writeable unless the memory
  // belongs to an array that is not.
  Array(const ArrayType& type, absl::Span<const int64_t> shape,
        const void* data, pybind11::handle base,
        absl::Span<const int64_t> strides = {});

  ArrayType dtype() const;
  int rank() const;
  absl::Span<const int64_t> shape() const;
  // Returns the stride of the first axis in bytes.
  int64_t stride() const;
  int64_t size() const;
  const void* data() const;
  void* mutable_data();
  // Returns the owner of the memory that this is a view of; null if the array
  // owns it.
  pybind11::handle base() const;
  // True if the elements are in row-major order without gaps, aligned, and in
  // the machine's byte order.
  bool is_plain() const;

 private:
  static bool IsArray(PyObject* object);
};

// Throws Unavailable, naming the version, for a NumPy that this build cannot
// use.
void CheckNumPy();

}  // namespace paddle::python

namespace pybind11::detail {

// The name of the type in signatures.
template <>
struct handle_type_name<paddle::python::Array> {
  static constexpr auto name = const_name("numpy.ndarray");
};

}  // namespace pybind11::detail
