#include <cstring>

#include "paddle/operators/convolution/quantized_conv_last.h"

namespace paddle::operators::kernels {

bool QuantizedConvLast(const ConvShape&, const QuantizedConvOperands&, void*) {
  return false;
}

void PackQuantizedConvFilter(const ConvShape&, const QuantizedTypes&,
                             FusedActivation, const int8_t*,
                             framework::Tensor* packed) {
  std::memset(packed->raw_mutable_data(), 0, packed->bytes());
}

}  // namespace paddle::operators::kernels
