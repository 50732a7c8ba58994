#include <algorithm>

#include "paddle/operators/convolution/conv_last.h"

namespace paddle::operators::kernels {

bool FloatConvLast(const ConvShape&, const ConvLastOperands&,
                   absl::FunctionRef<void(int64_t, int64_t)>, float*) {
  return false;
}

void PackConvFilter(const ConvShape&, const float*, framework::Tensor* packed) {
  std::fill_n(packed->mutable_data<float>(), packed->numel(), 0.f);
}

}  // namespace paddle::operators::kernels
