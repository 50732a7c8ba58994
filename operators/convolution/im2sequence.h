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
template <typename T>
void ImageToSequence(const platform::DeviceContext& context,
                     const PatchWindow& window, const framework::Tensor& x,
                     framework::Tensor* out);
// d_x = the sum of what all windows say of each element.
template <typename T>
void ImageToSequenceGrad(const platform::DeviceContext& context,
                         const PatchWindow& window,
                         const framework::Tensor& d_out,
                         framework::Tensor* d_x);

// The twins of these for GPUs.
template <typename T>
void ImageToSequenceOnCUDA(const platform::DeviceContext& device,
                           const PatchWindow& window,
                           const framework::Tensor& x, framework::Tensor* out);
template <typename T>
void ImageToSequenceGradOnCUDA(const platform::DeviceContext& device,
                               const PatchWindow& window,
                               const framework::Tensor& d_out,
                               framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
