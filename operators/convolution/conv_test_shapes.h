// Sizes and numbers for the tests of convolutions.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels::testing {

// Returns numbers in [-1, 1) without a visible pattern; they are floats even if
// T is double, so that both types see the same ones. The numbers are a function
// of `seed` and the position: nothing is random.
template <typename T>
framework::Tensor Numbers(const framework::Dims& dims, double seed) {
  framework::Tensor tensor(dims, framework::DataTypeOf<T>());
  T* data = tensor.mutable_data<T>();
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * i) * 43758.5453;
    data[i] = static_cast<T>(static_cast<float>(2 * (x - std::floor(x)) - 1));
  }
  return tensor;
}

// Returns the sizes of a convolution of images of size x (size + 1): not
// square, so that mixed up axes are noticed.
inline ConvShape Shape(int64_t batch, int64_t channels, int64_t size,
                       int64_t filters, int64_t kernel, int64_t groups,
                       int64_t stride, int64_t padding, int64_t dilation) {
  const int64_t reach = (kernel - 1) * dilation + 1;
  const int64_t height = (size + 2 * padding - reach) / stride + 1;
  const int64_t width = (size + 1 + 2 * padding - reach) / stride + 1;
  return MakeConvShape({batch, channels, size, size + 1},
                       {filters, channels / groups, kernel, kernel},
                       {batch, filters, height, width},
                       {{1, stride, stride},
                        {0, padding, padding},
                        {1, dilation, dilation},
                        groups});
}

// Returns `s` with a depth: a volume whose other axes are those of `s`.
inline ConvShape Deep(ConvShape s, int64_t size, int64_t kernel, int64_t stride,
                      int64_t padding, int64_t dilation) {
  s.in[0] = size;
  s.kernel[0] = kernel;
  s.stride[0] = stride;
  s.padding[0] = padding;
  s.dilation[0] = dilation;
  s.out[0] = (size + 2 * padding - (kernel - 1) * dilation - 1) / stride + 1;
  return s;
}

}  // namespace paddle::operators::kernels::testing
