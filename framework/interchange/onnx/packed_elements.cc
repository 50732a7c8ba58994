#include "paddle/framework/interchange/onnx/packed_elements.h"

#include <algorithm>

#include "paddle/framework/types/element_bits.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Tensor;

int ElementsInByte(DataType type) {
  return std::max(1, 8 / framework::BitsOf(type));
}

uint64_t StoredBytes(DataType type, int64_t count) {
  const int in_byte = ElementsInByte(type);
  return (static_cast<uint64_t>(count) * framework::SizeOf(type) + in_byte -
          1) /
         in_byte;
}

void Unpack(const uint8_t* bytes, Tensor* out) {
  const int in_byte = ElementsInByte(out->dtype());
  const int bits = 8 / in_byte;
  auto* to = static_cast<uint8_t*>(out->raw_mutable_data());
  for (int64_t i = 0; i < out->numel(); ++i) {
    const int shift = static_cast<int>(i % in_byte) * bits;
    to[i] = (bytes[i / in_byte] >> shift) & ((1 << bits) - 1);
  }
}

std::string Stored(const Tensor& tensor) {
  const auto* from = static_cast<const char*>(tensor.raw_data());
  const int in_byte = ElementsInByte(tensor.dtype());
  if (in_byte == 1) return std::string(from, tensor.bytes());
  const int bits = 8 / in_byte;
  std::string bytes(StoredBytes(tensor.dtype(), tensor.numel()), '\0');
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const int shift = static_cast<int>(i % in_byte) * bits;
    bytes[i / in_byte] |= (from[i] & ((1 << bits) - 1)) << shift;
  }
  return bytes;
}

}  // namespace paddle::onnx
