// Carries bytes that are no numbers in the tensors of a call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::distributed {

// Returns a tensor [size] of uint8 with a copy of the bytes.
inline framework::Tensor TensorOfBytes(absl::string_view bytes) {
  framework::Tensor tensor(
      framework::Dims({static_cast<int64_t>(bytes.size())}),
      framework::DataType::kUInt8);
  std::copy(bytes.begin(), bytes.end(), tensor.mutable_data<uint8_t>());
  return tensor;
}

// Returns the bytes of a tensor of any type, in memory of the CPU.
inline std::string BytesOfTensor(const framework::Tensor& tensor) {
  return {static_cast<const char*>(tensor.raw_data()), tensor.bytes()};
}

}  // namespace paddle::distributed
