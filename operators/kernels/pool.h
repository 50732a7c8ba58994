// Two-dimensional pooling.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/kernels/extent2d.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// All sizes of a pooling over `planes` images of one channel each, x
// [planes, in], out [planes, out]. Every window has an element inside the
// image (a kernel is larger than its padding).
struct Pool2dShape {
  int64_t planes = 0;
  Extent2d in{};
  Extent2d out{};
  Extent2d kernel{};
  Extent2d stride{1, 1};
  Extent2d padding{0, 0};
};

// out = the largest element of each window; NaN if there is one. T is float or
// double, here and below.
template <typename T>
void MaxPool2d(const platform::DeviceContext& context, const Pool2dShape& shape,
               const framework::Tensor& x, framework::Tensor* out);
// The gradient goes to the first of the largest elements, in row-major order.
template <typename T>
void MaxPool2dGrad(const platform::DeviceContext& context,
                   const Pool2dShape& shape, const framework::Tensor& x,
                   const framework::Tensor& d_out, framework::Tensor* d_x);

// out = the sum of each window divided by the number of its elements inside
// the image (`exclusive`), or inside the padded image.
template <typename T>
void AveragePool2d(const platform::DeviceContext& context,
                   const Pool2dShape& shape, bool exclusive,
                   const framework::Tensor& x, framework::Tensor* out);
template <typename T>
void AveragePool2dGrad(const platform::DeviceContext& context,
                       const Pool2dShape& shape, bool exclusive,
                       const framework::Tensor& d_out, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
