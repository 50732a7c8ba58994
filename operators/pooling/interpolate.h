// Images in another size.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// How places in the new image map to places in the old one.
struct Resampling {
  // The first and last elements of both stand over each other; otherwise the
  // outer edges of both images do.
  bool align_corners = false;
  // By how much a size grows; 0: by what the sizes say.
  double scale = 0;
};

// x [N, C, H, W] and out [N, C, OH, OW], no size of an image 0; the formulas
// are PyTorch's. T is float or double, here and below. Each out is the mean of
// the four neighbours of its place in x, weighed by nearness.
template <class Device, class T>
void ResizeBilinear(const Device& context, const Resampling& resampling,
                    const framework::Tensor& x, framework::Tensor* out);
template <class Device, class T>
void ResizeBilinearGrad(const Device& context, const Resampling& resampling,
                        const framework::Tensor& d_out, framework::Tensor* d_x);

// Each out is the element at its place in x, rounded down. Only the scale of
// `resampling` is used.
template <class Device, class T>
void ResizeNearest(const Device& context, const Resampling& resampling,
                   const framework::Tensor& x, framework::Tensor* out);
template <class Device, class T>
void ResizeNearestGrad(const Device& context, const Resampling& resampling,
                       const framework::Tensor& d_out, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
