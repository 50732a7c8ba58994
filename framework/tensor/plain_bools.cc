#include "paddle/framework/tensor/plain_bools.h"

#include <algorithm>
#include <cstdint>

namespace paddle::framework {

Tensor PlainBools(const Tensor& tensor) {
  if (tensor.dtype() != DataType::kBool || !tensor.initialized() ||
      !tensor.place().is_cpu()) {
    return tensor;
  }
  const auto* bytes = static_cast<const uint8_t*>(tensor.raw_data());
  uint8_t seen = 0;  // unlike a search, this loop is vectorized
  for (int64_t i = 0; i < tensor.numel(); ++i) seen |= bytes[i];
  if (seen <= 1) return tensor;
  Tensor plain(tensor.dims(), DataType::kBool);
  std::transform(bytes, bytes + tensor.numel(),
                 static_cast<uint8_t*>(plain.raw_mutable_data()),
                 [](uint8_t byte) { return byte != 0; });
  return plain;
}

}  // namespace paddle::framework
