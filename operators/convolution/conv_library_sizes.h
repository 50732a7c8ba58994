// A convolution in the terms of cuDNN, and which of them are left to it.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// Tensors have 2 + axes dims, the last ones those of the image, as have
// padding, stride and dilation `axes`; what is behind is 0.
struct ConvLibrarySizes {
  int axes = 0;  // 2, or 3 of volumes
  std::array<int, 5> input{};
  std::array<int, 5> filter{};
  std::array<int, 5> output{};
  std::array<int, 3> padding{};
  std::array<int, 3> stride{};
  std::array<int, 3> dilation{};
  int groups = 1;
};

// None for what our own kernels compute:
// - tensors, images with their padding among them, of no elements, or of more
//   than cuDNN counts, 2^31;
// - images of which windows miss a stride or more at the end, such as
//   transposed convolution makes: cuDNN works out the size of the output;
// - windows that see padding alone;
// - depthwise convolution, bound by memory, which the library has no faster
//   code for in these types.
std::optional<ConvLibrarySizes> ConvForLibrary(const ConvShape& shape);

}  // namespace paddle::operators::kernels
