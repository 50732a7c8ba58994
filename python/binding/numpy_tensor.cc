#include "paddle/python/binding/numpy_tensor.h"

#include <algorithm>
#include <memory>

#include "absl/types/optional.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/place.h"
#include "paddle/platform/small_numbers_convert.h"
#include "paddle/python/binding/held_array.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using namespace py::literals;  // NOLINT: "name"_a
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
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

}  // namespace

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

}  // namespace paddle::python
