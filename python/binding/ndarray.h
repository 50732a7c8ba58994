// NumPy's arrays and data types, as C++ values.
//
// One binary serves NumPy 1.22 to 2.x: it uses only the parts of NumPy's binary
// interface that both have alike (the head of its structs, and the table of
// functions by number), where pybind11's own header is for one of them. Reading
// an array costs a few loads, as the fields of the struct do; the buffer
// protocol would describe each array anew at each feed.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::python {

// A numpy.dtype.
class ArrayType : public pybind11::object {
 public:
  PYBIND11_OBJECT_DEFAULT(ArrayType, pybind11::object, IsArrayType)
  // The one of a tensor's elements; NumPy has no bfloat16: float32.
  static ArrayType Of(framework::DataType dtype);
  // What NumPy makes of a name or a type; error_already_set for anything else.
  static ArrayType From(pybind11::handle value);

  // 'b', 'i', 'u', 'f', 'O', ...
  char kind() const;
  // '>' if the bytes of numbers are not in the machine's order.
  char byteorder() const;
  int64_t itemsize() const;
  // TypeMismatch, listing the legal ones, for a type no tensor can have.
  framework::DataType ToDataType() const;

 private:
  static bool IsArrayType(PyObject* object);
};

// A numpy.ndarray.
class Array : public pybind11::object {
 public:
  PYBIND11_OBJECT_DEFAULT(Array, pybind11::object, IsArray)
  // What numpy.asarray makes of it; error_already_set if it cannot.
  static Array From(pybind11::handle value);
  // Of new memory.
  Array(const ArrayType& type, absl::Span<const int64_t> shape);
  // Over memory that `base` keeps alive, in row-major order unless strides (in
  // bytes) are given. It can be written to, but for memory of another array
  // that cannot.
  Array(const ArrayType& type, absl::Span<const int64_t> shape,
        const void* data, pybind11::handle base,
        absl::Span<const int64_t> strides = {});

  ArrayType dtype() const;
  int rank() const;
  absl::Span<const int64_t> shape() const;
  // Of the first axis, in bytes.
  int64_t stride() const;
  int64_t size() const;
  const void* data() const;
  void* mutable_data();
  // Returns what owns the memory that this is a view of; null if it is its own.
  pybind11::handle base() const;
  // Row-major without gaps, aligned, and in the machine's order of bytes.
  bool is_plain() const;

 private:
  static bool IsArray(PyObject* object);
};

// Unavailable, with its version, for a NumPy that this build cannot use.
void CheckNumPy();

}  // namespace paddle::python

namespace pybind11::detail {

// How signatures call it.
template <>
struct handle_type_name<paddle::python::Array> {
  static constexpr auto name = const_name("numpy.ndarray");
};

}  // namespace pybind11::detail
