#include "paddle/python/binding/ndarray.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/types/optional.h"

#include "paddle/platform/enforce.h"

namespace paddle::python {

namespace py = pybind11;
using framework::DataType;

namespace {

// The heads of NumPy's structs PyArray_Descr and PyArrayObject, which are the
// same in 1.x and 2.x (NumPy, "C API: Python types and C-structures").
struct TypeHead {
  PyObject_HEAD PyObject* scalar_type;
  char kind;
  char letter;
  char byteorder;
  char former_flags;
  int number;
};
struct ArrayHead {
  PyObject_HEAD void* data;
  int rank;
  Py_ssize_t* shape;
  Py_ssize_t* strides;
  PyObject* base;
  PyObject* type;
  int flags;
};
static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));

constexpr int kContiguous = 0x1;
constexpr int kAligned = 0x100;
constexpr int kWriteable = 0x400;

// NumPy's numbers of types ("C API: Array API", enumerated types).
struct TypeNumber {
  DataType type;
  int number;
};
constexpr TypeNumber kTypes[] = {
    {DataType::kBool, 0},     {DataType::kInt8, 1},
    {DataType::kUInt8, 2},    {DataType::kInt16, 3},
    {DataType::kInt32, 5},    {DataType::kInt64, 7},
    {DataType::kInt64, 9},  // long and long long
    {DataType::kFloat16, 23}, {DataType::kFloat32, 11},
    {DataType::kFloat64, 12}, {DataType::kUInt16, 4},
    {DataType::kUInt32, 6},   {DataType::kUInt64, 8},
    {DataType::kUInt64, 10},  // unsigned long and long long
};
static_assert(sizeof(long) == sizeof(int64_t));  // NOLINT: the types 7 and 8

// The first of NumPy's numbers that it gives to types of other packages.
constexpr int kFirstOfOthers = 256;

// NumPy's C functions, by their positions in its table.
class NumPy {
 public:
  static const NumPy& Get() {
    static const NumPy& numpy = *new NumPy;
    return numpy;
  }

  bool IsArray(PyObject* object) const {
    return PyObject_TypeCheck(object, static_cast<PyTypeObject*>(table_[2]));
  }
  bool IsArrayType(PyObject* object) const {
    return PyObject_TypeCheck(object, static_cast<PyTypeObject*>(table_[3]));
  }
  py::object TypeOf(int number) const {
    return Owned(Function<PyObject*(int)>(45)(number));
  }
  // Null data means new memory.
  py::object New(const ArrayType& type, absl::Span<const int64_t> shape,
                 absl::Span<const int64_t> strides, void* data,
                 int flags) const {
    using Make = PyObject*(PyTypeObject*, PyObject*, int, const Py_ssize_t*,
                           const Py_ssize_t*, void*, int, PyObject*);
    return Owned(Function<Make>(94)(
        static_cast<PyTypeObject*>(table_[2]), type.inc_ref().ptr(),
        static_cast<int>(shape.size()),
        reinterpret_cast<const Py_ssize_t*>(shape.data()),
        strides.empty() ? nullptr
                        : reinterpret_cast<const Py_ssize_t*>(strides.data()),
        data, flags, nullptr));
  }
  void SetBase(PyObject* array, py::handle base) const {
    using Set = int(PyObject*, PyObject*);
    if (Function<Set>(282)(array, base.inc_ref().ptr()) != 0) {
      throw py::error_already_set();
    }
  }

 private:
  NumPy() {
    table_ = Table();
    // The version of the interface: its highest byte is NumPy's.
    const unsigned version = Function<unsigned()>(0)() >> 24;
    PADDLE_ENFORCE(
        version == 1 || version == 2, Unavailable,
        "this build of paddle is for NumPy 1 and 2, but NumPy ",
        py::module_::import("numpy").attr("__version__").cast<std::string>(),
        " is installed");
  }

  // NumPy 2 has moved the table, and warns of the old name.
  static void** Table() {
    const bool moved = py::hasattr(py::module_::import("numpy"), "_core");
    const auto module = py::module_::import(moved ? "numpy._core.multiarray"
                                                  : "numpy.core.multiarray");
    const py::object table = module.attr("_ARRAY_API");
    return static_cast<void**>(PyCapsule_GetPointer(table.ptr(), nullptr));
  }

  static py::object Owned(PyObject* made) {
    if (made == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
  }

  template <typename Signature>
  Signature* Function(int place) const {
    return reinterpret_cast<Signature*>(table_[place]);
  }

  void** table_;
};

const TypeHead& HeadOf(const ArrayType& type) {
  return *reinterpret_cast<const TypeHead*>(type.ptr());
}
const ArrayHead& HeadOf(const Array& array) {
  return *reinterpret_cast<const ArrayHead*>(array.ptr());
}

// Returns the type that has the name and the size of one of ml_dtypes, whose
// elements have the bits of ours.
absl::optional<DataType> TypeOfMlDtypes(const ArrayType& type) {
  if (HeadOf(type).number < kFirstOfOthers) return {};
  const std::string module =
      py::str(type.attr("type").attr("__module__")).cast<std::string>();
  const std::string name = py::str(type.attr("name")).cast<std::string>();
  if (module != "ml_dtypes") return {};
  for (int i = 1; i <= static_cast<int>(DataType::kUInt2); ++i) {
    const DataType dtype = framework::DataTypeFromNumber(i);
    if (name == framework::DataTypeName(dtype) &&
        type.itemsize() == static_cast<int64_t>(framework::SizeOf(dtype))) {
      return dtype;
    }
  }
  return {};
}

int FlagsOver(py::handle base) {
  // An array over another array is as writeable as that one.
  if (!py::isinstance<Array>(base)) return kWriteable;
  return HeadOf(py::reinterpret_borrow<Array>(base)).flags & kWriteable;
}

py::object NumPyFunction(const char* name) {
  return py::module_::import("numpy").attr(name);
}

}  // namespace

bool ArrayType::IsArrayType(PyObject* object) {
  return NumPy::Get().IsArrayType(object);
}

DataType NumPyTypeFor(DataType dtype) {
  switch (dtype) {
    case DataType::kInt4:
    case DataType::kInt2:
      return DataType::kInt8;
    case DataType::kUInt4:
    case DataType::kUInt2:
      return DataType::kUInt8;
    default:
      break;
  }
  const bool has = std::any_of(
      std::begin(kTypes), std::end(kTypes),
      [dtype](const TypeNumber& known) { return known.type == dtype; });
  return has ? dtype : DataType::kFloat32;
}

ArrayType ArrayType::Of(DataType dtype) {
  const DataType own = NumPyTypeFor(dtype);
  for (const TypeNumber& known : kTypes) {
    if (known.type == own) return NumPy::Get().TypeOf(known.number);
  }
  PADDLE_THROW(Internal, "NumPy has no ", framework::DataTypeName(dtype));
}

ArrayType ArrayType::From(py::handle value) {
  return NumPyFunction("dtype")(value);
}

char ArrayType::kind() const { return HeadOf(*this).kind; }
char ArrayType::byteorder() const { return HeadOf(*this).byteorder; }
int64_t ArrayType::itemsize() const { return attr("itemsize").cast<int64_t>(); }

DataType ArrayType::ToDataType() const {
  for (const TypeNumber& known : kTypes) {
    if (known.number == HeadOf(*this).number) return known.type;
  }
  if (const auto type = TypeOfMlDtypes(*this)) return *type;
  PADDLE_THROW(TypeMismatch, "no tensor has elements of type ",
               py::repr(*this).cast<std::string>(),
               "; legal are bool, uint8, int8, int16, int32, int64, float16, "
               "float32, float64, uint16, uint32, uint64 and those of the "
               "package ml_dtypes");
}

bool Array::IsArray(PyObject* object) { return NumPy::Get().IsArray(object); }

Array Array::From(py::handle value) {
  // Kept for ever: it is called for every feed.
  static auto* const as_array = new py::object(NumPyFunction("asarray"));
  return (*as_array)(value);
}

Array::Array(const ArrayType& type, absl::Span<const int64_t> shape)
    : object(NumPy::Get().New(type, shape, {}, nullptr, 0)) {}

Array::Array(const ArrayType& type, absl::Span<const int64_t> shape,
             const void* data, py::handle base,
             absl::Span<const int64_t> strides)
    : object(NumPy::Get().New(type, shape, strides, const_cast<void*>(data),
                              FlagsOver(base))) {
  // Without an address it has memory of its own, of no element.
  if (data != nullptr) NumPy::Get().SetBase(ptr(), base);
}

ArrayType Array::dtype() const {
  return py::reinterpret_borrow<ArrayType>(HeadOf(*this).type);
}
int Array::rank() const { return HeadOf(*this).rank; }
absl::Span<const int64_t> Array::shape() const {
  return {reinterpret_cast<const int64_t*>(HeadOf(*this).shape),
          static_cast<size_t>(rank())};
}
int64_t Array::stride() const { return HeadOf(*this).strides[0]; }
int64_t Array::size() const {
  int64_t size = 1;
  for (const int64_t extent : shape()) size *= extent;
  return size;
}
const void* Array::data() const { return HeadOf(*this).data; }
void* Array::mutable_data() { return HeadOf(*this).data; }

py::handle Array::base() const { return HeadOf(*this).base; }

bool Array::is_plain() const {
  constexpr int kPlain = kContiguous | kAligned;
  return (HeadOf(*this).flags & kPlain) == kPlain && dtype().byteorder() != '>';
}

void CheckNumPy() { NumPy::Get(); }

}  // namespace paddle::python
