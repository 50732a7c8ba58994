// Normalizes each row of a tensor by its own mean and variance: the kernels of
// layer_norm, rms_norm, group_norm and instance_norm.
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

  // Returns the number of rows, of the elements of one, and of the elements of
  // scale and bias.
  int64_t rows() const { return outer * groups; }
  int64_t row_size() const { return channels * inner; }
  int64_t all_channels() const { return groups * channels; }
};

// Computes y = (x - mean) * inverse * scale + bias, where inverse is 1 /
// sqrt(variance + epsilon) and the variance is divided by the size of a row.
// With a null `mean` nothing is subtracted and the variance is the mean of
// squares. A null scale is ones, a null bias zeros.
//
// `mean` and `spread` get one element per row, for the gradient; `spread` is
// the variance, or the inverse if `mean` is null. Both have the accumulator
// type of T; scale and bias have that type or T. T: float, double, float16,
// bfloat16. The order in which a row is summed depends on its size only, so the
// result does not depend on the number of threads. y may be x.
template <class Device, class T>
void NormalizeRows(const Device& context, const NormRows& shape,
                   const framework::Tensor& x, const framework::Tensor* scale,
                   const framework::Tensor* bias, double epsilon,
                   framework::Tensor* y, framework::Tensor* mean,
                   framework::Tensor* spread);

// The inputs of NormalizeRows and the statistics it saved; scale and mean are
// null if the forward function had none.
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
