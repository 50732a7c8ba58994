#include "paddle/python/binding/tensor.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/number.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/place.h"
#include "paddle/platform/small_numbers_convert.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/dlpack.h"
#include "paddle/python/binding/held_array.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/scope_wait.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using namespace py::literals;  // NOLINT: "name"_a
using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::ScopeAccess;
using framework::ScopeLocks;
using framework::Tensor;

// Memory that belongs to a NumPy array.
class NumPyAllocation : public memory::Allocation {
 public:
  NumPyAllocation(const Array& array, size_t bytes)
      : Allocation(const_cast<void*>(array.data()), bytes,
                   platform::CPUPlace()),
        array_(absl::in_place, array) {}

  // May run on any thread; after the interpreter has ended there is nothing to
  // give back.
  ~NumPyAllocation() override {
    if (!Py_IsInitialized()) {
      array_->Leak();
      return;
    }
    py::gil_scoped_acquire gil;
    array_.reset();
  }

 private:
  absl::optional<HeldArray> array_;
};

// Returns a capsule that NumPy keeps alive, and that keeps the tensor's memory
// alive.
py::capsule Owner(const Tensor& tensor) {
  return py::capsule(
      new std::shared_ptr<memory::Allocation>(tensor.holder()),
      [](void* holder) {
        delete static_cast<std::shared_ptr<memory::Allocation>*>(holder);
      });
}

// Copies elements that NumPy has no type for to those of NumPyTypeFor.
Array ConvertedToNumPy(const Tensor& tensor) {
  Array out(ArrayType::Of(tensor.dtype()), tensor.dims().ToVector());
  framework::VisitAnyDataType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = tensor.data<T>();
    const auto copy = [&](auto* to, auto value_of) {
      std::transform(values, values + tensor.numel(), to, value_of);
    };
    if constexpr (platform::kIsSmallInteger<T>) {
      // The bits of a uint8_t are those of an int8_t.
      copy(static_cast<uint8_t*>(out.mutable_data()), [](T value) {
        return static_cast<uint8_t>(platform::ValueOf(value));
      });
    } else if constexpr (platform::kIsSmall<T>) {
      copy(static_cast<float*>(out.mutable_data()), [](T value) {
        return static_cast<float>(platform::ValueOf(value));
      });
    } else if constexpr (platform::kIsHalf<T>) {
      copy(static_cast<float*>(out.mutable_data()),
           [](T value) { return static_cast<float>(value); });
    } else {
      PADDLE_THROW(Internal, "NumPy has ", DataTypeName(tensor.dtype()));
    }
  });
  return out;
}

// Converts numbers of NumPyTypeFor(dtype) to a type that NumPy lacks, rounded
// to nearest; what is too large becomes the largest number.
LoDTensor ConvertedFromNumPy(const Array& array, DataType dtype) {
  const LoDTensor given = FromNumPy(array);
  LoDTensor tensor(given.dims(), dtype);
  framework::VisitAnyDataType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto fill = [&](const auto* from, auto convert) {
      std::transform(from, from + given.numel(), tensor.mutable_data<T>(),
                     convert);
    };
    if constexpr (platform::kIsSmallInteger<T>) {
      fill(static_cast<const int8_t*>(given.raw_data()),
           [](int8_t value) { return platform::SmallInteger<T>(value); });
    } else if constexpr (platform::kIsSmall<T>) {
      fill(given.data<float>(), [](float value) {
        return platform::SmallFloat<T>(value, platform::SmallRounding());
      });
    } else if constexpr (platform::kIsHalf<T>) {
      fill(given.data<float>(), [](float value) { return T(value); });
    } else {
      PADDLE_THROW(Internal, "NumPy has ", DataTypeName(dtype));
    }
  });
  return tensor;
}

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

// Converts numbers and lists of them; NumPy reads them and refuses ragged ones.
LoDTensor FromNumbers(py::handle value, DataType dtype,
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

LoDTensor MakeLoDTensor(const py::object& data, const LoD::Levels& lengths) {
  LoDTensor tensor = FromNumPy(ReadArray(data, ""));
  if (lengths.empty()) return tensor;
  tensor.set_lod(LoD::FromLengths(lengths));
  PADDLE_ENFORCE(tensor.rank() > 0, InvalidArgument,
                 "sequences need an array of rank 1 at least");
  PADDLE_ENFORCE(tensor.lod()->rows() == tensor.dims()[0], InvalidArgument,
                 "the lengths of the sequences add up to ",
                 tensor.lod()->rows(), ", but the array, ",
                 tensor.dims().ToString(), ", has ", tensor.dims()[0], " rows");
  return tensor;
}

bool HoldsTensor(const framework::Variable& variable) {
  return variable.Is<LoDTensor>() && variable.Get<LoDTensor>().initialized();
}

std::string Describe(const TensorHandle& handle) {
  if (!handle.initialized()) return "LoDTensor(not initialised)";
  const LoDTensor tensor = handle.Get();
  return absl::StrCat(
      "LoDTensor(", tensor.dims().ToString(), " ", DataTypeName(tensor.dtype()),
      tensor.lod() == nullptr
          ? ""
          : absl::StrCat(", lengths ", tensor.lod()->ToString()),
      ")");
}

// Implements NumPy's protocol: `copy` is True, False (which refuses to copy) or
// None.
py::object AsArray(const TensorHandle& self, const py::object& dtype,
                   const py::object& copy) {
  const LoDTensor tensor = self.Get();
  const Array array = ToNumPy(tensor, !self.in_scope());
  const bool shares = array.size() == 0 || array.data() == tensor.raw_data();
  const bool converts =
      !dtype.is_none() && !array.dtype().equal(ArrayType::From(dtype));
  if (copy.is_none() || !py::bool_(copy)) {
    PADDLE_ENFORCE(copy.is_none() || (shares && !converts), InvalidArgument,
                   "the tensor, ", Describe(self),
                   ", is no such array without copying it");
    if (!converts) return array;
  } else if (!shares && !converts) {
    return array;  // is a copy
  }
  return array.attr("astype")(dtype.is_none() ? array.dtype() : dtype);
}

LoD::Levels LengthsOf(const TensorHandle& handle) {
  const framework::LoDPtr lod = handle.Get().lod();
  return lod == nullptr ? LoD::Levels() : lod->lengths();
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

LoDTensor FromNumPy(const Array& array) {
  const DataType dtype = array.dtype().ToDataType();
  Array plain = array;
  // Calls NumPy's own function, because a subclass may have a method of its
  // own.
  if (!array.is_plain()) {
    const bool own = NumPyTypeFor(dtype) == dtype;
    plain = py::module_::import("numpy").attr("array")(
        array, own ? ArrayType::Of(dtype) : array.dtype(), "order"_a = "C");
  }
  LoDTensor tensor;
  const Dims dims(plain.shape());
  const size_t bytes = dims.Numel() * framework::SizeOf(dtype);
  tensor.Bind(std::make_shared<NumPyAllocation>(plain, bytes), 0, dims, dtype);
  return LoDTensor(framework::PlainBools(tensor));
}

Array ToNumPy(const Tensor& tensor, bool writeable) {
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the tensor is not initialised");
  const Tensor here = framework::OnCPU(tensor);
  if (NumPyTypeFor(here.dtype()) != here.dtype()) return ConvertedToNumPy(here);
  Array array(ArrayType::Of(here.dtype()), here.dims().ToVector(),
              here.raw_data(), Owner(here));
  // Writing to a variable of a scope must go through its lock.
  if (!writeable) array.attr("setflags")(false);
  return array;
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

LoDTensor ToTensorOfNumbers(py::handle value, DataType dtype,
                            const std::string& name) {
  return FromNumbers(value, dtype, name);
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
  return FromNumbers(value, dtype, name);
}

framework::Variable* TensorHandle::Find() const {
  framework::Variable* variable = scope_->FindLocalVar(name_);
  PADDLE_ENFORCE(variable != nullptr, NotFound, "variable ", name_,
                 " has been erased from its scope");
  return variable;
}

LoDTensor TensorHandle::Get() const { return ValueFor(ScopeAccess::kRead); }

LoDTensor TensorHandle::GetWritable() { return ValueFor(ScopeAccess::kWrite); }

LoDTensor TensorHandle::ValueFor(ScopeAccess access) const {
  if (!in_scope()) return value_;
  const ScopeLocks locks = Locked(ScopeLocks::One(*scope_, access));
  framework::Variable& variable = *Find();
  PADDLE_ENFORCE(HoldsTensor(variable), FailedPrecondition, "variable ", name_,
                 " is not initialised");
  // Derived variables are computed from it again (preparation.h).
  if (access == ScopeAccess::kWrite) variable.MarkChanged();
  return variable.Get<LoDTensor>();
}

bool TensorHandle::initialized() const {
  if (!in_scope()) return value_.initialized();
  const ScopeLocks locks = Locked(ScopeLocks::One(*scope_, ScopeAccess::kRead));
  return HoldsTensor(*Find());
}

void TensorHandle::Set(LoDTensor value) {
  if (!in_scope()) {
    value_ = std::move(value);
    return;
  }
  // Declared before the locks, so that the old value dies after they are
  // released: its owner may be a Python object.
  const ScopeLocks locks =
      Locked(ScopeLocks::One(*scope_, ScopeAccess::kWrite));
  std::swap(*Find()->GetMutable<LoDTensor>(), value);
}

void BindTensor(py::module_& module) {
  CheckNumPy();
  py::class_<TensorHandle>(
      module, "LoDTensor",
      "An array whose rows may form sequences. numpy.asarray(tensor) reads it "
      "without copying.\n\n"
      "Example:\n"
      "  >>> tensor = pd.LoDTensor.from_sequences([[1, 2, 3], [4]], "
      "\"int64\")\n"
      "  >>> tensor.shape, tensor.lengths\n"
      "  ((4, 1), [[3, 1]])")
      .def(py::init([](const py::object& data, const LoD::Levels& lengths) {
             return TensorHandle(MakeLoDTensor(data, lengths));
           }),
           py::arg("data"), py::arg("lengths") = LoD::Levels(),
           "From an array and, for sequences, their lengths, a list for each "
           "level, outermost first. ValueError if they do not add up.")
      .def(
          "set",
          [](TensorHandle& self, const py::object& data,
             const LoD::Levels& lengths) {
            LoDTensor value = MakeLoDTensor(data, lengths);
            // The array stays the caller's: training would write to it.
            if (self.in_scope()) {
              value = LoDTensor(framework::Copy(value), value.lod());
            }
            self.Set(std::move(value));
          },
          py::arg("data"), py::arg("lengths") = LoD::Levels(),
          "Replaces the value by a copy of an array. Waits for runs that "
          "read a variable of a scope.")
      .def(
          "numpy",
          [](const TensorHandle& self) {
            return ToNumPy(self.Get(), !self.in_scope());
          },
          "An array over the tensor's own memory, or a copy if that is of a "
          "GPU; read-only if it belongs to a scope. It is what the variable "
          "holds now, between two runs: a later one that updates the variable "
          "gives it memory of its own first. RuntimeError if it is not "
          "initialised.")
      .def("__array__", &AsArray, py::arg("dtype") = py::none(),
           py::arg("copy") = py::none())
      .def(
          "__dlpack__",
          [](TensorHandle& self, const py::object& stream) {
            py::capsule capsule = ToDLPack(self.GetWritable());
            PADDLE_ENFORCE(stream.is_none(), InvalidArgument,
                           "memory of the CPU has no stream");
            return capsule;
          },
          py::arg("stream") = py::none(),
          "The tensor's own memory for another package, as in "
          "torch.from_dlpack(tensor). What writes to it changes the tensor; if "
          "that belongs to a scope, the variable, until a run updates it: the "
          "variable then gets memory of its own, so ask again. Waits for runs "
          "that read the variable; none may while somebody writes. "
          "NotImplementedError for memory of a GPU.")
      .def("__dlpack_device__",
           [](const TensorHandle& self) {
             return DLPackDeviceOf(self.initialized() ? self.Get().place()
                                                      : platform::CPUPlace());
           })
      .def_property_readonly(
          "shape",
          [](const TensorHandle& self) {
            return py::tuple(py::cast(self.Get().dims().ToVector()));
          })
      .def_property_readonly("dtype",
                             [](const TensorHandle& self) {
                               return DataTypeName(self.Get().dtype());
                             })
      .def_property_readonly("lengths", &LengthsOf,
                             "Of the sequences, by level; [] without any.")
      .def_property_readonly("initialized", &TensorHandle::initialized)
      .def("__repr__", &Describe);
  module.def("_read_array", &ReadArray, py::arg("values"), py::arg("name"));
  module.def("_as_array", [](py::handle numbers, const std::string& dtype,
                             const std::string& name) {
    return ToNumPy(
        ToTensorOfNumbers(numbers, framework::ParseDataType(dtype), name));
  });
  module.def(
      "from_dlpack",
      [](const py::object& object) {
        return TensorHandle(FromDLPack(object, Strided::kRefused));
      },
      py::arg("object"),
      "A LoDTensor over the memory of a tensor of another package, which is "
      "not copied: pd.from_dlpack(torch_tensor). TypeError for what has no "
      "__dlpack__, ValueError for memory that is not of the CPU or not "
      "contiguous.\n\n"
      "Example:\n"
      "  >>> memory = np.arange(3, dtype=\"float32\")\n"
      "  >>> tensor = pd.from_dlpack(memory)\n"
      "  >>> tensor.numpy().tolist()\n"
      "  [0.0, 1.0, 2.0]");
}

}  // namespace paddle::python
