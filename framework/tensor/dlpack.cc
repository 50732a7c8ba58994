#include "paddle/framework/tensor/dlpack.h"

#include <memory>
#include <vector>

#include "absl/types/span.h"

#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

struct TypeCode {
  DataType type;
  uint8_t code;
  uint8_t bits;
};
constexpr TypeCode kTypes[] = {
    {DataType::kInt8, 0, 8},
    {DataType::kInt16, 0, 16},
    {DataType::kInt32, 0, 32},
    {DataType::kInt64, 0, 64},
    {DataType::kUInt8, 1, 8},
    {DataType::kFloat16, 2, 16},
    {DataType::kFloat32, 2, 32},
    {DataType::kFloat64, 2, 64},
    {DataType::kBFloat16, 4, 16},
    {DataType::kBool, 6, 8},
    {DataType::kUInt16, 1, 16},
    {DataType::kUInt32, 1, 32},
    {DataType::kUInt64, 1, 64},
    // Since version 1.1; elements of less than a byte are packed there.
    {DataType::kFloat8E4M3FN, 10, 8},
    {DataType::kFloat8E4M3FNUZ, 11, 8},
    {DataType::kFloat8E5M2, 12, 8},
    {DataType::kFloat8E5M2FNUZ, 13, 8},
    {DataType::kFloat8E8M0FNU, 14, 8},
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

Dims DimsOf(const DLTensor& tensor) {
  PADDLE_ENFORCE(tensor.rank >= 0 && tensor.rank <= Dims::kMaxRank,
                 InvalidArgument, "a tensor has at most ", Dims::kMaxRank,
                 " axes, not ", tensor.rank);
  PADDLE_ENFORCE(tensor.rank == 0 || tensor.shape != nullptr, InvalidArgument,
                 "the tensor of DLPack has ", tensor.rank,
                 " axes and no shape");
  const Dims dims(absl::MakeConstSpan(tensor.shape, tensor.rank));
  PADDLE_ENFORCE(dims.IsStatic(), InvalidArgument,
                 "the tensor of DLPack has a negative size: ", dims.ToString());
  return dims;
}

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

char* DataOf(const DLTensor& tensor, const Dims& dims, size_t element) {
  const bool empty = dims.Numel() == 0;
  PADDLE_ENFORCE(tensor.data != nullptr || empty, InvalidArgument,
                 "the tensor ", dims.ToString(), " has no memory");
  static char nothing[1];  // Empty tensors may come without an address.
  if (tensor.data == nullptr) return nothing;
  char* data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  PADDLE_ENFORCE(empty || reinterpret_cast<uintptr_t>(data) % element == 0,
                 InvalidArgument,
                 "the tensor's memory is not aligned to its elements of ",
                 element, " bytes; give a copy of it");
  return data;
}

}  // namespace

DLManagedTensor* ToDLPack(const Tensor& tensor) {
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the tensor is not initialised");
  PADDLE_ENFORCE(!tensor.place().is_cuda(), Unimplemented, "memory of ",
                 tensor.place().ToString(),
                 " is not shared with other packages; numpy() copies it");
  auto shared = std::make_unique<Shared>();
  shared->holder = tensor.holder();
  shared->shape = tensor.dims().ToVector();
  DLTensor& out = shared->managed.tensor;
  out.data = const_cast<void*>(tensor.raw_data());
  out.device = {kDLCPU, 0};
  out.rank = tensor.rank();
  out.dtype = CodeOf(tensor.dtype());
  out.shape = shared->shape.data();
  out.strides = nullptr;
  out.byte_offset = 0;
  // The context leads back to the object, which the deleter frees.
  shared->managed.context = shared.get();
  shared->managed.deleter = &GiveUp;
  return &shared.release()->managed;
}

DLElements ElementsOf(const DLTensor& tensor) {
  PADDLE_ENFORCE(tensor.device.type == kDLCPU, InvalidArgument,
                 "the tensor is on device (", tensor.device.type, ", ",
                 tensor.device.id, ") of DLPack, not in memory of the CPU");
  const DataType type = TypeOf(tensor.dtype);
  const Dims dims = DimsOf(tensor);
  return {DataOf(tensor, dims, SizeOf(type)), type, dims,
          IsContiguous(tensor, dims)};
}

}  // namespace paddle::framework
