// Decides which convolutions are left to cuDNN, and describes them in its
// terms. Apart from cuDNN's own header, so that it is compiled and tested in
// every build, with a GPU or without.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// The sizes of a convolution as cuDNN's ints. Tensors have 2 + axes dims, the
// last ones those of the image; padding, stride and dilation have `axes`
// elements. The elements after those are 0.
struct ConvLibrarySizes {
  // Flat images are told of as such: two axes have more algorithms than three.
  int axes = 0;  // 2, or 3 of volumes
  std::array<int, 5> input{};
  std::array<int, 5> filter{};
  std::array<int, 5> output{};
  std::array<int, 3> padding{};
  std::array<int, 3> stride{};
  std::array<int, 3> dilation{};
  int groups = 1;
};

// Returns the sizes, or none for what our own kernels compute:
// - tensors, images with their padding among them, of no elements, or of more
//   than cuDNN counts, 2^31;
// - images of which windows miss a stride or more at the end, such as
//   transposed convolution makes: cuDNN works out the size of the output;
// - windows that see padding alone;
// - depthwise convolution, which is bound by memory, and for which the library
//   has no faster code in these types.
std::optional<ConvLibrarySizes> ConvForLibrary(const ConvShape& shape);

}  // namespace paddle::operators::kernels
