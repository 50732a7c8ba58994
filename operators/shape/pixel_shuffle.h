// Exchanges channels of images for pixels: a transpose of six axes. It is the
// last step of a sub-pixel convolution (Shi et al.,
// https://arxiv.org/abs/1609.05158).
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/shape/transpose.h"

namespace paddle::operators::kernels {

// Images [N, C * r * r, H, W] and the same elements as [N, C, H * r, W * r]. A
// permutation of their axes turns one into the other.
struct PixelViews {
  PixelViews(const framework::Tensor& small, const framework::Tensor& large,
             int64_t r) {
    const framework::Dims& d = small.dims();
    const int64_t channels = large.dims()[1];
    // [N, C, r, r, H, W] and [N, C, H, r, W, r]: both views share memory with
    // their tensors, so that the transpose is all the work.
    of_small = small.Reshaped({d[0], channels, r, r, d[2], d[3]});
    of_large = large.Reshaped({d[0], channels, d[2], r, d[3], r});
  }

  framework::Tensor of_small;
  framework::Tensor of_large;
};

// Computes out, with r * r times fewer channels and more pixels than x. That is
// out[n, c, y * r + i, x * r + j] = x[n, (c * r + i) * r + j, y, x]. Any data
// type; out has its shape already.
template <class Device>
void PixelShuffle(const Device& device, const framework::Tensor& x, int64_t r,
                  framework::Tensor* out) {
  PixelViews views(x, *out, r);
  Transpose(device, views.of_small, {0, 1, 4, 2, 5, 3}, &views.of_large);
}

// Computes the gradient: the inverse permutation. `dx` has the shape of x;
// nothing is added up, since each element moves to one place.
template <class Device>
void PixelShuffleGrad(const Device& device, const framework::Tensor& dout,
                      int64_t r, framework::Tensor* dx) {
  PixelViews views(*dx, dout, r);
  Transpose(device, views.of_large, {0, 1, 3, 5, 2, 4}, &views.of_small);
}

}  // namespace paddle::operators::kernels
