// Shares memory of tensors with other packages by DLPack, ABI version 0
// (github.com/dmlc/dlpack, include/dlpack/dlpack.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// The structs of dlpack.h under names of our own, since a program may include
// that header too.
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
// A tensor of another package; who receives one calls the deleter once.
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
};

// Kinds of devices.
inline constexpr int32_t kDLCPU = 1;
inline constexpr int32_t kDLCUDA = 2;
inline constexpr int32_t kDLCUDAPinned = 3;

// Returns what describes memory of a tensor on the CPU, which it keeps alive.
// Throws FailedPrecondition if the tensor is not initialized, and Unimplemented
// if its memory is on a GPU.
DLManagedTensor* ToDLPack(const Tensor& tensor);

// Elements on the CPU that another package has given.
struct DLElements {
  char* data;  // never null
  DataType dtype;
  Dims dims;
  bool contiguous;  // row-major without gaps
  size_t bytes() const {
    return static_cast<size_t>(dims.Numel()) * SizeOf(dtype);
  }
};

// Returns what a tensor of another package holds. Throws TypeMismatch for a
// data type that no tensor has, and InvalidArgument for memory that is not on
// the CPU or is not aligned to its elements, for a null address of elements and
// for dims that are none.
DLElements ElementsOf(const DLTensor& tensor);

}  // namespace paddle::framework
