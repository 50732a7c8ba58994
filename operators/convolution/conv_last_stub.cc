#include <cstring>

#include "paddle/operators/convolution/conv_last.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <typename T>
bool ConvLast(const ConvShape&, const ConvLastOperands<T>&, ConvFinish<T>, T*) {
  return false;
}

template <typename T>
void PackConvFilter(const ConvShape&, const T*, framework::Tensor* packed) {
  std::memset(packed->raw_mutable_data(), 0, packed->bytes());
}

PADDLE_INSTANTIATE_ONE(ConvLast<float>);
PADDLE_INSTANTIATE_ONE(ConvLast<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(PackConvFilter<float>);
PADDLE_INSTANTIATE_ONE(PackConvFilter<platform::bfloat16>);

}  // namespace paddle::operators::kernels
