// Resizes images, by bilinear interpolation or by the nearest element, and
// computes the gradients. For example, a row of two elements in a width of
// four:
//
//   0 4   gives   0 1 3 4 (bilinear)   or   0 0 4 4 (nearest)
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The map from places in the new image to places in the old one.
struct Resampling {
  // If true, the centers of the first and last elements of both images are
  // aligned; otherwise the outer edges of both images are.
  bool align_corners = false;
  // The factor by which a size grows; 0: the quotient of the sizes. The two
  // differ when a new size was rounded down.
  double scale = 0;
};

// Computes each element of out as the mean of the four neighbours of its place
// in x, weighted by nearness. x is [N, C, H, W] and out is [N, C, OH, OW]; no
// size of an image is 0. The formulas are PyTorch's:
//   place(o) = step * (o + 0.5) - 0.5, at least 0, with step = 1 / scale or
//       the quotient of the sizes,
//   place(o) = o * (in - 1) / (out - 1) with aligned corners.
// T: float, double, uint8_t, here and below; gradients have no integers. Of
// uint8_t the weights along an axis are rounded to multiples of 2^-20, and the
// exact mean to the nearest integer, the larger one of two. The bits are the
// same for any number of threads. No output shares memory with an input.
template <class Device, class T>
void ResizeBilinear(const Device& context, const Resampling& resampling,
                    const framework::Tensor& x, framework::Tensor* out);
// Computes d_x: each element is the sum of the gradients that read it, by their
// weights. d_x has the dims of x, which give the map back.
template <class Device, class T>
void ResizeBilinearGrad(const Device& context, const Resampling& resampling,
                        const framework::Tensor& d_out, framework::Tensor* d_x);

// Computes each element of out as the element at its place in x, rounded down.
// Only the scale of `resampling` is used.
template <class Device, class T>
void ResizeNearest(const Device& context, const Resampling& resampling,
                   const framework::Tensor& x, framework::Tensor* out);
// Computes d_x: each element is the sum of the gradients of its copies.
template <class Device, class T>
void ResizeNearestGrad(const Device& context, const Resampling& resampling,
                       const framework::Tensor& d_out, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
