#include "paddle/python/binding/dlpack.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/dlpack.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::DLElements;
using framework::DLManagedTensor;
using framework::DLTensor;
using framework::LoDTensor;
using framework::Tensor;

constexpr char kFresh[] = "dltensor";
constexpr char kTaken[] = "used_dltensor";

// Destroys a capsule that nobody has consumed.
void DestroyCapsule(PyObject* capsule) {
  // A consumed capsule has another name, and its consumer calls the deleter.
  if (PyCapsule_IsValid(capsule, kFresh) == 0) return;
  auto* managed =
      static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, kFresh));
  managed->deleter(managed);
}

// Memory that another package has shared with us.
class DLPackAllocation : public memory::Allocation {
 public:
  DLPackAllocation(DLManagedTensor* managed, void* data, size_t size)
      : Allocation(data, size, platform::CPUPlace()), managed_(managed) {}

  // May run on any thread; after the interpreter has ended nobody wants the
  // memory back.
  ~DLPackAllocation() override {
    if (managed_->deleter == nullptr || !Py_IsInitialized()) return;
    py::gil_scoped_acquire gil;
    managed_->deleter(managed_);
  }

 private:
  DLManagedTensor* const managed_;
};

// Copies the elements in row-major order. NumPy copies them as unsigned
// integers of their size, since it has no bfloat16.
LoDTensor CopyOf(const DLTensor& given, const DLElements& elements) {
  const auto size = static_cast<int64_t>(framework::SizeOf(elements.dtype));
  const ArrayType bits = ArrayType::From(py::str(absl::StrCat("u", size)));
  const std::vector<int64_t> shape = elements.dims.ToVector();
  std::vector<int64_t> strides;
  for (int i = 0; i < given.rank; ++i) {
    strides.push_back(given.strides[i] * size);
  }
  LoDTensor copy(elements.dims, elements.dtype);
  const py::none owner;  // Both outlive the arrays.
  Array to(bits, shape, copy.raw_mutable_data(), owner);
  to[py::ellipsis()] = Array(bits, shape, elements.data, owner, strides);
  return copy;
}

void CheckDevice(py::handle object) {
  PADDLE_ENFORCE(py::hasattr(object, "__dlpack__") &&
                     py::hasattr(object, "__dlpack_device__"),
                 TypeMismatch,
                 "from_dlpack takes an object with __dlpack__, not ",
                 ReprOf(py::type::handle_of(object)));
  const auto device =
      object.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  PADDLE_ENFORCE(device.first == framework::kDLCPU, InvalidArgument,
                 "the tensor is on device (", device.first, ", ", device.second,
                 ") of DLPack, not in memory of the CPU");
}

}  // namespace

std::pair<int, int> DLPackDeviceOf(platform::Place place) {
  switch (place.kind()) {
    case platform::PlaceKind::kCUDA:
      return {framework::kDLCUDA, place.device()};
    case platform::PlaceKind::kCUDAPinned:
      return {framework::kDLCUDAPinned, 0};
    // Pinned memory is memory of the host, but DLPack names it.
    case platform::PlaceKind::kCPU:
      break;
  }
  return {framework::kDLCPU, 0};
}

py::capsule ToDLPack(const Tensor& tensor) {
  DLManagedTensor* managed = framework::ToDLPack(tensor);
  try {
    return py::capsule(managed, kFresh, &DestroyCapsule);
  } catch (...) {
    managed->deleter(managed);
    throw;
  }
}

LoDTensor FromDLPack(py::handle object, Strided strided) {
  CheckDevice(object);
  const py::object capsule = object.attr("__dlpack__")();
  PADDLE_ENFORCE(PyCapsule_IsValid(capsule.ptr(), kFresh) != 0, TypeMismatch,
                 "__dlpack__ gave no fresh capsule");
  auto* managed = static_cast<DLManagedTensor*>(
      PyCapsule_GetPointer(capsule.ptr(), kFresh));
  const DLElements elements = framework::ElementsOf(managed->tensor);
  if (!elements.contiguous) {
    PADDLE_ENFORCE(strided == Strided::kCopied, InvalidArgument, "the tensor ",
                   elements.dims.ToString(),
                   " is not contiguous; give a contiguous copy of it");
    // The capsule gives it up.
    return CopyOf(managed->tensor, elements);
  }
  auto memory = std::make_shared<DLPackAllocation>(managed, elements.data,
                                                   elements.bytes());
  // From here on the memory is ours to give back, and nobody else's.
  PyCapsule_SetName(capsule.ptr(), kTaken);
  LoDTensor tensor;
  tensor.Bind(std::move(memory), 0, elements.dims, elements.dtype);
  return tensor;
}

}  // namespace paddle::python
