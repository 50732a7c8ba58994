// Normalisation of the rows of a tensor, each by its own statistics: the
// arithmetic of layer_norm, rms_norm, group_norm and instance_norm.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The dims of x, seen as [outer, groups, channels, inner]. Elements with the
// same first two indices form a row. Scale and bias have an element for each of
// groups * channels channels. A layer norm has one group and inner 1; a group
// norm of [N, C, H, W] is [N, G, C / G, H * W].
struct NormRows {
  int64_t outer = 0;
  int64_t groups = 1;
  int64_t channels = 0;
  int64_t inner = 1;

  // Rows, their elements, and the elements of scale and bias.
  int64_t rows() const { return outer * groups; }
  int64_t row_size() const { return channels * inner; }
  int64_t all_channels() const { return groups * channels; }
};

// Computes y = (x - mean) * inverse * scale + bias, where inverse is 1 /
// sqrt(variance + epsilon) and the variance is divided by the size of a row.
// With a null `mean` nothing is subtracted and the variance is the mean of
// squares. A null scale is ones, a null bias zeros.
//
// `mean` and `spread` get an element per row; `spread` is the variance, or,
// without mean, the inverse. They have the accumulator type of T; scale and
// bias have this or T's own. T: float, double, float16, bfloat16. A row is
// summed in an order that depends on its size only. y may be x.
template <class Device, class T>
void NormalizeRows(const Device& context, const NormRows& shape,
                   const framework::Tensor& x, const framework::Tensor* scale,
                   const framework::Tensor* bias, double epsilon,
                   framework::Tensor* y, framework::Tensor* mean,
                   framework::Tensor* spread);

// The inputs and saved statistics of NormalizeRows; scale and mean are null
// where they were null there.
struct NormRowsGradInputs {
  const framework::Tensor& x;
  const framework::Tensor* scale;
  const framework::Tensor* mean;
  const framework::Tensor& spread;
  const framework::Tensor& d_y;
};

// Computes, with n = (x - mean) * inverse, g = d_y * scale and means over a
// row,
//   d_x = inverse * (g - mean(g) - n * mean(g * n)),
// without mean(g) if there was no mean; d_scale and d_bias are the sums of d_y
// * n and of d_y over the rows. Any of the outputs may be null; d_x may be d_y.
template <class Device, class T>
void NormalizeRowsGrad(const Device& context, const NormRows& shape,
                       const NormRowsGradInputs& in, double epsilon,
                       framework::Tensor* d_x, framework::Tensor* d_scale,
                       framework::Tensor* d_bias);

}  // namespace paddle::operators::kernels
