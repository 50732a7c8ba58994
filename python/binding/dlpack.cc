#include "paddle/python/binding/dlpack.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;

// The contents of the capsule: the binary interface of DLPack.
struct DLDevice {
  int32_t type;
  int32_t id;
};
struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t rank;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major without gaps
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
};

constexpr int32_t kCPU = 1;
constexpr int32_t kCUDA = 2;
constexpr int32_t kCUDAPinned = 3;
constexpr char kFresh[] = "dltensor";
constexpr char kTaken[] = "used_dltensor";

struct TypeCode {
  DataType type;
  uint8_t code;
  uint8_t bits;
};
constexpr TypeCode kTypes[] = {
    {DataType::kInt8, 0, 8},      {DataType::kInt16, 0, 16},
    {DataType::kInt32, 0, 32},    {DataType::kInt64, 0, 64},
    {DataType::kUInt8, 1, 8},     {DataType::kFloat16, 2, 16},
    {DataType::kFloat32, 2, 32},  {DataType::kFloat64, 2, 64},
    {DataType::kBFloat16, 4, 16}, {DataType::kBool, 6, 8},
};

DLDataType CodeOf(DataType type) {
  for (const TypeCode& one : kTypes) {
    if (one.type == type) return {one.code, one.bits, 1};
  }
  PADDLE_THROW(TypeMismatch, "DLPack has no ", DataTypeName(type));
}

DataType TypeOf(const DLDataType& dtype) {
  for (const TypeCode& one : kTypes) {
    if (one.code == dtype.code && one.bits == dtype.bits && dtype.lanes == 1) {
      return one.type;
    }
  }
  PADDLE_THROW(TypeMismatch, "no tensor has elements of DLPack's type ",
               int{dtype.code}, " with ", int{dtype.bits}, " bits in ",
               dtype.lanes, " lanes");
}

// A tensor that we have shared.
struct Shared {
  DLManagedTensor managed;
  std::shared_ptr<memory::Allocation> holder;
  std::vector<int64_t> shape;
};

void GiveUp(DLManagedTensor* managed) {
  delete static_cast<Shared*>(managed->context);
}

// Destroys a capsule that nobody has consumed.
void DestroyCapsule(PyObject* capsule) {
  // A consumed capsule has another name, and its consumer calls the deleter.
  if (PyCapsule_IsValid(capsule, kFresh) == 0) return;
  GiveUp(static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, kFresh)));
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

// An empty tensor may have any strides.
bool IsContiguous(const DLTensor& tensor, const Dims& dims) {
  if (dims.Numel() == 0) return true;
  int64_t stride = 1;
  for (int i = tensor.rank - 1; i >= 0 && tensor.strides != nullptr; --i) {
    // The stride of an axis of size 1 is irrelevant.
    if (tensor.shape[i] > 1 && tensor.strides[i] != stride) return false;
    stride *= tensor.shape[i];
  }
  return true;
}

// Copies the elements in row-major order. NumPy copies them as unsigned
// integers of their size, since it has no bfloat16.
LoDTensor CopyOf(const DLTensor& given, const char* data, const Dims& dims,
                 DataType type) {
  const auto size = static_cast<int64_t>(framework::SizeOf(type));
  const ArrayType bits = ArrayType::From(py::str(absl::StrCat("u", size)));
  const std::vector<int64_t> shape = dims.ToVector();
  std::vector<int64_t> strides;
  for (int i = 0; i < given.rank; ++i) {
    strides.push_back(given.strides[i] * size);
  }
  LoDTensor copy(dims, type);
  const py::none owner;  // Both outlive the arrays.
  Array to(bits, shape, copy.raw_mutable_data(), owner);
  to[py::ellipsis()] = Array(bits, shape, data, owner, strides);
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
  PADDLE_ENFORCE(device.first == kCPU, InvalidArgument,
                 "the tensor is on device (", device.first, ", ", device.second,
                 ") of DLPack, not in memory of the CPU");
}

}  // namespace

std::pair<int, int> DLPackDeviceOf(platform::Place place) {
  switch (place.kind()) {
    case platform::PlaceKind::kCUDA:
      return {kCUDA, place.device()};
    case platform::PlaceKind::kCUDAPinned:
      return {kCUDAPinned, 0};
    // Pinned memory is memory of the host, but DLPack names it.
    case platform::PlaceKind::kCPU:
      break;
  }
  return {kCPU, 0};
}

py::capsule ToDLPack(const Tensor& tensor) {
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the tensor is not initialised");
  PADDLE_ENFORCE(!tensor.place().is_cuda(), Unimplemented, "memory of ",
                 tensor.place().ToString(),
                 " is not shared with other packages; numpy() copies it");
  auto shared = std::make_unique<Shared>();
  shared->holder = tensor.holder();
  shared->shape = tensor.dims().ToVector();
  DLTensor& out = shared->managed.tensor;
  out.data = const_cast<void*>(static_cast<const void*>(tensor.raw_data()));
  out.device = {kCPU, 0};
  out.rank = tensor.rank();
  out.dtype = CodeOf(tensor.dtype());
  out.shape = shared->shape.data();
  out.strides = nullptr;
  out.byte_offset = 0;
  // The context leads back to the object, which the deleter frees.
  shared->managed.context = shared.get();
  shared->managed.deleter = &GiveUp;
  py::capsule capsule(&shared->managed, kFresh, &DestroyCapsule);
  shared.release();  // NOLINT: the capsule has it
  return capsule;
}

LoDTensor FromDLPack(py::handle object, Strided strided) {
  CheckDevice(object);
  const py::object capsule = object.attr("__dlpack__")();
  PADDLE_ENFORCE(PyCapsule_IsValid(capsule.ptr(), kFresh) != 0, TypeMismatch,
                 "__dlpack__ gave no fresh capsule");
  auto* managed = static_cast<DLManagedTensor*>(
      PyCapsule_GetPointer(capsule.ptr(), kFresh));
  const DLTensor& given = managed->tensor;
  const DataType type = TypeOf(given.dtype);
  const Dims dims(absl::MakeConstSpan(given.shape, given.rank));
  PADDLE_ENFORCE(given.data != nullptr || dims.Numel() == 0, InvalidArgument,
                 "the tensor ", dims.ToString(), " has no memory");
  static char nothing[1];  // Empty tensors may come without an address.
  char* data = given.data == nullptr
                   ? nothing
                   : static_cast<char*>(given.data) + given.byte_offset;
  const size_t size = framework::SizeOf(type);
  PADDLE_ENFORCE(
      dims.Numel() == 0 || reinterpret_cast<uintptr_t>(data) % size == 0,
      InvalidArgument, "the tensor's memory is not aligned to its elements of ",
      size, " bytes; give a copy of it");
  if (!IsContiguous(given, dims)) {
    PADDLE_ENFORCE(strided == Strided::kCopied, InvalidArgument, "the tensor ",
                   dims.ToString(),
                   " is not contiguous; give a contiguous copy of it");
    return CopyOf(given, data, dims, type);  // The capsule gives it up.
  }
  auto memory = std::make_shared<DLPackAllocation>(
      managed, data, static_cast<size_t>(dims.Numel()) * size);
  // From here on the memory is ours to give back, and nobody else's.
  PyCapsule_SetName(capsule.ptr(), kTaken);
  LoDTensor tensor;
  tensor.Bind(std::move(memory), 0, dims, type);
  return tensor;
}

}  // namespace paddle::python
