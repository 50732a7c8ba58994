#include "paddle/framework/c_api/tensor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/c_api/caller_memory.h"
#include "paddle/framework/c_api/given.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/handles.h"
#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::c_api {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;

constexpr size_t kLeastInfo =
    offsetof(PaddleTensorInfo, writable) + sizeof(int32_t);
// No LoD has as many levels; a larger number is a mistake.
constexpr int32_t kMostLevels = 64;

struct Shape {
  DataType dtype;
  Dims dims;
};

// Returns what a caller says of elements, and checks that they have so many
// bytes.
Shape CheckedShape(PaddleDataType dtype, const int64_t* dims, int32_t rank,
                   size_t bytes) {
  const DataType type = framework::DataTypeFromNumber(dtype);
  PADDLE_ENFORCE(rank >= 0 && rank <= PADDLE_MAX_RANK, InvalidArgument,
                 "a tensor has 0 to ", PADDLE_MAX_RANK, " axes, not ", rank);
  PADDLE_ENFORCE(dims != nullptr || rank == 0, InvalidArgument, "dims is NULL");
  const Dims checked(absl::MakeConstSpan(dims, rank));
  PADDLE_ENFORCE(checked.IsStatic(), InvalidArgument,
                 "a size of a tensor is negative: ", checked.ToString());
  const auto count = static_cast<size_t>(checked.Numel());
  const size_t element = framework::SizeOf(type);
  PADDLE_ENFORCE(count <= SIZE_MAX / element && bytes == count * element,
                 InvalidArgument, "the elements of ",
                 framework::DataTypeName(type), " ", checked.ToString(),
                 " are ", count, " times ", element, " bytes, not ", bytes);
  return {type, checked};
}

bool IsAligned(const void* data, size_t element) {
  return reinterpret_cast<uintptr_t>(data) % element == 0;
}

LoDTensor Copied(const Shape& shape, const void* data, size_t bytes) {
  LoDTensor tensor(shape.dims, shape.dtype);
  if (data == nullptr) {
    std::memset(tensor.raw_mutable_data(), 0, bytes);
    return tensor;
  }
  std::memcpy(tensor.raw_mutable_data(), data, bytes);
  return LoDTensor(PlainBools(tensor));
}

PaddleTensor* Borrowed(const Shape& shape, const void* data, size_t bytes,
                       void (*deleter)(void*), void* argument) {
  static const char nothing[1] = {};  // Empty tensors come without an address.
  PADDLE_ENFORCE(data != nullptr || bytes == 0, InvalidArgument,
                 "data is NULL, and the tensor ", shape.dims.ToString(),
                 " has elements");
  PADDLE_ENFORCE(IsAligned(data, framework::SizeOf(shape.dtype)),
                 InvalidArgument, "data is not aligned to elements of ",
                 framework::DataTypeName(shape.dtype));
  return GiveTensorOver(
      std::make_shared<CallerMemory>(data == nullptr ? nothing : data, bytes,
                                     [deleter, argument] {
                                       if (deleter != nullptr)
                                         deleter(argument);
                                     }),
      shape.dims, shape.dtype);
}

// True if nobody else reads the memory, and it is nobody else's.
bool IsWritable(const Tensor& tensor) {
  return tensor.holder().use_count() == 1 &&
         dynamic_cast<const CallerMemory*>(tensor.holder().get()) == nullptr;
}

PaddleTensorInfo InfoOf(const LoDTensor& tensor) {
  PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
  info.dtype = static_cast<PaddleDataType>(tensor.dtype());
  info.rank = tensor.rank();
  std::copy(tensor.dims().begin(), tensor.dims().end(), info.dims);
  info.numel = tensor.numel();
  info.bytes = tensor.bytes();
  info.lod_level = tensor.lod() == nullptr ? 0 : tensor.lod()->levels();
  info.writable = IsWritable(tensor) ? 1 : 0;
  return info;
}

framework::LoDPtr LoDOf(const Tensor& tensor, int32_t levels,
                        const int64_t* const* lengths, const size_t* counts) {
  if (levels == 0) return nullptr;
  PADDLE_ENFORCE(levels > 0 && levels <= kMostLevels, InvalidArgument,
                 "sequences have 0 to ", kMostLevels, " levels, not ", levels);
  PADDLE_ENFORCE(lengths != nullptr && counts != nullptr, InvalidArgument,
                 "lengths or counts is NULL");
  framework::LoD::Levels all;
  for (int32_t i = 0; i < levels; ++i) {
    PADDLE_ENFORCE(lengths[i] != nullptr || counts[i] == 0, InvalidArgument,
                   "lengths[", i, "] is NULL");
    all.emplace_back(lengths[i], lengths[i] + counts[i]);
  }
  auto lod = framework::LoD::FromLengths(all);
  const int64_t rows = tensor.rank() == 0 ? 0 : tensor.dims()[0];
  PADDLE_ENFORCE(tensor.rank() > 0 && lod->rows() == rows, InvalidArgument,
                 "the lengths ", lod->ToString(), " are of ", lod->rows(),
                 " rows, and the tensor is ", tensor.dims().ToString());
  return lod;
}

int64_t CopyLengths(const LoDTensor& tensor, int32_t level, int64_t* lengths,
                    size_t capacity) {
  const int levels = tensor.lod() == nullptr ? 0 : tensor.lod()->levels();
  PADDLE_ENFORCE(level >= 0 && level < levels, OutOfRange, "level ", level,
                 " of a tensor with ", levels, " levels of sequences");
  PADDLE_ENFORCE(lengths != nullptr || capacity == 0, InvalidArgument,
                 "lengths is NULL");
  const auto offsets = tensor.lod()->offsets(level);
  const size_t count = offsets.size() - 1;
  for (size_t i = 0; i < std::min(count, capacity); ++i) {
    lengths[i] = offsets[i + 1] - offsets[i];
  }
  return static_cast<int64_t>(count);
}

}  // namespace

std::shared_ptr<PaddleTensor> TensorAt(const PaddleTensor* handle,
                                       const char* what) {
  return Handles<PaddleTensor>::Instance().Get(handle, what);
}

PaddleTensor* GiveTensor(LoDTensor value) {
  auto tensor = std::make_shared<PaddleTensor>();
  tensor->value = std::move(value);
  return Handles<PaddleTensor>::Instance().Give(std::move(tensor));
}

PaddleTensor* GiveTensorOver(const std::shared_ptr<CallerMemory>& memory,
                             const Dims& dims, DataType dtype) {
  LoDTensor tensor;
  tensor.Bind(memory, 0, dims, dtype);
  PaddleTensor* handle = GiveTensor(LoDTensor(PlainBools(tensor)));
  memory->Take();
  return handle;
}

}  // namespace paddle::c_api

namespace c_api = paddle::c_api;

PaddleTensor* paddle_tensor_new(PaddleDataType dtype, const int64_t* dims,
                                int32_t rank, const void* data, size_t bytes,
                                PaddleError** error) {
  return c_api::ValueOr<PaddleTensor*>(nullptr, error, [&] {
    const auto shape = c_api::CheckedShape(dtype, dims, rank, bytes);
    return c_api::GiveTensor(c_api::Copied(shape, data, bytes));
  });
}

PaddleTensor* paddle_tensor_borrow(PaddleDataType dtype, const int64_t* dims,
                                   int32_t rank, const void* data, size_t bytes,
                                   void (*deleter)(void* argument),
                                   void* argument, PaddleError** error) {
  return c_api::ValueOr<PaddleTensor*>(nullptr, error, [&] {
    const auto shape = c_api::CheckedShape(dtype, dims, rank, bytes);
    return c_api::Borrowed(shape, data, bytes, deleter, argument);
  });
}

void paddle_tensor_free(PaddleTensor* tensor) {
  c_api::Handles<PaddleTensor>::Instance().Free(tensor);
}

PaddleStatus paddle_tensor_info(const PaddleTensor* tensor,
                                PaddleTensorInfo* info, PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    c_api::Fill(info, c_api::InfoOf(c_api::TensorAt(tensor, "tensor")->value),
                "info", c_api::kLeastInfo);
  });
}

const void* paddle_tensor_data(const PaddleTensor* tensor,
                               PaddleError** error) {
  return c_api::ValueOr<const void*>(nullptr, error, [&] {
    return c_api::TensorAt(tensor, "tensor")->value.raw_data();
  });
}

void* paddle_tensor_mutable_data(PaddleTensor* tensor, PaddleError** error) {
  return c_api::ValueOr<void*>(nullptr, error, [&] {
    const auto found = c_api::TensorAt(tensor, "tensor");
    PADDLE_ENFORCE(c_api::IsWritable(found->value), FailedPrecondition,
                   "the memory of the tensor is borrowed, shared or in use");
    return found->value.raw_mutable_data();
  });
}

PaddleStatus paddle_tensor_set_lengths(PaddleTensor* tensor, int32_t levels,
                                       const int64_t* const* lengths,
                                       const size_t* counts,
                                       PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::TensorAt(tensor, "tensor");
    found->value.set_lod(c_api::LoDOf(found->value, levels, lengths, counts));
  });
}

int64_t paddle_tensor_lengths(const PaddleTensor* tensor, int32_t level,
                              int64_t* lengths, size_t capacity,
                              PaddleError** error) {
  return c_api::ValueOr<int64_t>(-1, error, [&] {
    return c_api::CopyLengths(c_api::TensorAt(tensor, "tensor")->value, level,
                              lengths, capacity);
  });
}
