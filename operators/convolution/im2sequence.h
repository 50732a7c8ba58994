// Turns images into sequences of the patches that a window sees, as in reading
// text from images. For example, windows of 2 x 2 with a step of 1 over one
// channel:
//
//   a b c
//   d e f   gives the rows  a b d e,  b c e f
//
// which are the time steps of a sequence of length 2. Unlike the columns of a
// convolution, a patch is a row here.
#pragma once

#include <array>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The windows over an image, height before width. Zeros may be added on all
// sides; those below and to the right show in `count` alone.
struct PatchWindow {
  using Pair = std::array<int64_t, 2>;
  Pair kernel{};
  Pair stride{};
  // Above, and to the left.
  Pair padding{};
  Pair count{};
};

// Sets row (n * count[0] + y) * count[1] + x of out, [rows, C * KH * KW], to
// the elements that window (y, x) sees of image n of x, [N, C, H, W], in the
// order C, KH, KW; zeros outside the image. The bits are copied, so both
// devices agree exactly. T: float, double, here and below.
template <class Device, class T>
void ImageToSequence(const Device& context, const PatchWindow& window,
                     const framework::Tensor& x, framework::Tensor* out);
// Computes d_x, in which each element is the sum of the gradients of all
// windows that see it, in the order of the windows.
template <class Device, class T>
void ImageToSequenceGrad(const Device& context, const PatchWindow& window,
                         const framework::Tensor& d_out,
                         framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
