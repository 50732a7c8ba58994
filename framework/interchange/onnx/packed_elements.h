// Elements of four and two bits as ONNX stores them: several in a byte, the
// first in the lowest bits.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {

// Returns how many elements ONNX stores in a byte: 2, 4, or 1 for types that it
// does not pack.
int ElementsInByte(framework::DataType type);

// Returns the bytes of `count` elements in a model.
uint64_t StoredBytes(framework::DataType type, int64_t count);

// Writes all elements of a tensor of a packed type from StoredBytes bytes.
void Unpack(const uint8_t* bytes, framework::Tensor* out);

// Returns the bytes of a tensor on the CPU as a model holds them.
std::string Stored(const framework::Tensor& tensor);

}  // namespace paddle::onnx
