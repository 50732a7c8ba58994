// Images as sequences of the patches that a window sees.
#pragma once

#include <array>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Height and width of a window, its steps, the zeros above and to the left of
// an image, and the number of windows.
struct PatchWindow {
  using Pair = std::array<int64_t, 2>;
  Pair kernel{};
  Pair stride{};
  Pair padding{};
  Pair count{};
};

// Row (n * count[0] + y) * count[1] + x of out, [rows, C * KH * KW], is what
// window (y, x) sees of image n of x, [N, C, H, W], in the order C, KH, KW;
// zeros beyond the image. T is float or double, here and below.
template <class Device, class T>
void ImageToSequence(const Device& context, const PatchWindow& window,
                     const framework::Tensor& x, framework::Tensor* out);
// d_x = the sum of what all windows say of each element.
template <class Device, class T>
void ImageToSequenceGrad(const Device& context, const PatchWindow& window,
                         const framework::Tensor& d_out,
                         framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
