#include "paddle/python/binding/tensor_value.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/dlpack.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;

// True for types that take fractions.
bool TakesFractions(DataType dtype) { return IsFloating(NumPyTypeFor(dtype)); }

std::string TypeName(py::handle value) {
  return py::str(py::type::handle_of(value).attr("__name__"));
}

// Names the recipient of a value in errors.
std::string Taker(const std::string& name) {
  return name.empty() ? "the tensor" : absl::StrCat("variable ", name);
}

// True for Python's ints that NumPy has no type for.
bool AreLargeInts(const Array& array) {
  if (array.dtype().kind() != 'O' || array.size() == 0) return false;
  for (py::handle item : array.attr("ravel")()) {
    if (PyLong_Check(item.ptr()) == 0) return false;
  }
  return true;
}

void CheckFits(py::handle number, DataType dtype, const std::string& name) {
  int overflow = 0;
  const int64_t value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow > 0 && dtype == DataType::kUInt64) {
    PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() == nullptr) return;
    PyErr_Clear();
  }
  PADDLE_ENFORCE(overflow == 0 && framework::Fits(value, dtype),
                 InvalidArgument, Taker(name), " is ", DataTypeName(dtype),
                 " and cannot hold ", ReprOf(number));
}

// Refuses whole numbers that do not fit, which NumPy would wrap around.
void CheckRange(const Array& array, DataType dtype, const std::string& name) {
  const char kind = array.dtype().kind();
  if (AreLargeInts(array) && !TakesFractions(dtype)) {
    for (py::handle item : array.attr("ravel")()) {
      CheckFits(item, dtype, name);
    }
  }
  const bool holds_all = dtype == DataType::kInt64 &&
                         (kind == 'i' || array.dtype().itemsize() < 8);
  if ((kind != 'i' && kind != 'u') || TakesFractions(dtype) || holds_all ||
      array.size() == 0) {
    return;
  }
  // Only the extremes can be out of range.
  CheckFits(array.attr("min")().attr("item")(), dtype, name);
  CheckFits(array.attr("max")().attr("item")(), dtype, name);
}

// Rethrows the error of NumPy, or of the value itself, with the recipient's
// name.
[[noreturn]] void RefuseValue(py::handle value,
                              const py::error_already_set& error,
                              const std::string& name) {
  PADDLE_THROW(TypeMismatch, Taker(name), " cannot take this ", TypeName(value),
               ": ", ErrorTextOf(error));
}

// Reads numbers that become elements of `dtype`. NumPy makes floats of integers
// on both sides of 2^63.
Array ReadNumbers(py::handle value, DataType dtype, const std::string& name) {
  const Array array = ReadArray(value, name);
  if (dtype != DataType::kUInt64 || array.dtype().kind() != 'f') return array;
  const Array exact = py::module_::import("numpy").attr("array")(
      CopyOfNested(value, Dims::kMaxRank), "O");
  return AreLargeInts(exact) ? exact : array;
}

std::string ConversionTo(DataType dtype) {
  if (NumPyTypeFor(dtype) == dtype) {
    return absl::StrCat("x.astype(\"", framework::DataTypeName(dtype), "\")");
  }
  return absl::StrCat("x.tolist(), or x.astype(ml_dtypes.",
                      framework::DataTypeName(dtype), ")");
}

LoDTensor FromArray(const Array& array, DataType dtype,
                    const std::string& name) {
  const DataType given = array.dtype().ToDataType();
  PADDLE_ENFORCE(given == dtype, TypeMismatch, Taker(name), " is ",
                 DataTypeName(dtype), ", but the array is ",
                 DataTypeName(given), "; convert it: ", ConversionTo(dtype));
  return FromNumPy(array);
}

LoDTensor FromShared(py::handle value, DataType dtype,
                     const std::string& name) {
  // A strided tensor of another library is copied, as a strided array is.
  LoDTensor tensor = FromDLPack(value, Strided::kCopied);
  PADDLE_ENFORCE(tensor.dtype() == dtype, TypeMismatch, Taker(name), " is ",
                 DataTypeName(dtype), ", but the ", TypeName(value), " is ",
                 DataTypeName(tensor.dtype()));
  return tensor;
}

}  // namespace

Array ReadArray(py::handle value, const std::string& name) {
  // NumPy reads a list through pointers that an item's own methods can make
  // dangle, and goes on, through lists that hold themselves, too, until it has
  // 32 dimensions, which may be 2^32 numbers.
  try {
    return Array::From(CopyOfNested(value, Dims::kMaxRank));
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in the value of ", Taker(name)));
    throw;
  }
}

bool AreWholeNumbers(py::handle value) {
  try {
    const Array array = ReadArray(value, "");
    const char kind = array.dtype().kind();
    return kind == 'i' || kind == 'u' || AreLargeInts(array);
  } catch (const py::error_already_set&) {
    return false;  // Whoever reads them says why.
  }
}

// NumPy reads lists and refuses ragged ones.
LoDTensor ToTensorOfNumbers(py::handle value, DataType dtype,
                            const std::string& name) {
  try {
    const Array array = ReadNumbers(value, dtype, name);
    const char kind = array.dtype().kind();
    CheckRange(array, dtype, name);
    PADDLE_ENFORCE(array.size() == 0 || kind == 'b' || kind == 'i' ||
                       kind == 'u' || kind == 'f' || AreLargeInts(array),
                   TypeMismatch, Taker(name), " takes numbers, not a ",
                   TypeName(value));
    PADDLE_ENFORCE(array.size() == 0 || kind != 'f' || TakesFractions(dtype),
                   TypeMismatch, Taker(name), " is ", DataTypeName(dtype),
                   " and takes whole numbers");
    // Without a copy if the type is right already.
    const Array typed =
        array.attr("astype")(ArrayType::Of(dtype), py::arg("copy") = false);
    return NumPyTypeFor(dtype) == dtype ? FromNumPy(typed)
                                        : ConvertedFromNumPy(typed, dtype);
  } catch (const py::error_already_set& error) {
    RefuseValue(value, error, name);
  }
}

LoDTensor ToTensor(py::handle value, DataType dtype, const std::string& name) {
  if (py::isinstance<TensorHandle>(value)) {
    LoDTensor tensor = value.cast<const TensorHandle&>().Get();
    PADDLE_ENFORCE(tensor.dtype() == dtype, TypeMismatch, Taker(name), " is ",
                   DataTypeName(dtype), ", but the tensor is ",
                   DataTypeName(tensor.dtype()));
    return tensor;
  }
  if (py::isinstance<Array>(value)) {
    return FromArray(py::reinterpret_borrow<Array>(value), dtype, name);
  }
  if (py::hasattr(value, "__dlpack__")) return FromShared(value, dtype, name);
  if (py::hasattr(value, "dtype") && py::hasattr(value, "__array__")) {
    try {
      return FromArray(ReadArray(value, name), dtype, name);
    } catch (const py::error_already_set& error) {
      RefuseValue(value, error, name);
    }
  }
  return ToTensorOfNumbers(value, dtype, name);
}

}  // namespace paddle::python
