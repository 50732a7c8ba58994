// Pooling of images and volumes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/windows/extent.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// All sizes of a pooling over `planes` images of one channel each, x
// [planes, in], out [planes, out]. Every window has an element inside the
// image (a kernel is larger than its padding).
struct PoolShape {
  int64_t planes = 0;
  int64_t channels = 1;  // the planes of one image
  Extent in{};
  Extent out{};
  Extent kernel{};
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  // Windows that cut the image into `out` parts, about equal, that overlap
  // where the sizes do not divide; kernel, stride and padding are not used.
  bool adaptive = false;

  // The part of window `o` along an axis that lies inside the image.
  PADDLE_HOST_DEVICE int64_t Begin(int axis, int64_t o) const {
    if (adaptive) return o * in[axis] / out[axis];
    return std::max<int64_t>(o * stride[axis] - padding[axis], 0);
  }
  PADDLE_HOST_DEVICE int64_t End(int axis, int64_t o) const {
    if (adaptive) return ((o + 1) * in[axis] + out[axis] - 1) / out[axis];
    return std::min(o * stride[axis] - padding[axis] + kernel[axis], in[axis]);
  }
  // How many elements of it an average counts: those inside the image
  // (`exclusive`), or inside the padded image.
  PADDLE_HOST_DEVICE int64_t Length(int axis, int64_t o, bool exclusive) const {
    if (exclusive || adaptive) return End(axis, o) - Begin(axis, o);
    const int64_t start = o * stride[axis] - padding[axis];
    return std::min(start + kernel[axis], in[axis] + padding[axis]) - start;
  }
};

// A window that slides, or its special cases.
struct PoolWindow {
  Extent kernel{};
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  bool global = false;  // one window, the image
  bool adaptive = false;
};

// From checked dims [N, C, ...] of x and out, with one to three axes for the
// image.
PoolShape MakePoolShape(const framework::Dims& x, const framework::Dims& out,
                        const PoolWindow& window);

// out = the largest element of each window; NaN if there is one. T is float or
// double, here and below.
template <class Device, class T>
void MaxPool(const Device& context, const PoolShape& shape,
             const framework::Tensor& x, framework::Tensor* out);
// The gradient goes to the first of the largest elements, in row-major order.
template <class Device, class T>
void MaxPoolGrad(const Device& context, const PoolShape& shape,
                 const framework::Tensor& x, const framework::Tensor& d_out,
                 framework::Tensor* d_x);

// out = the sum of each window divided by the number of its elements inside
// the image (`exclusive`), or inside the padded image.
template <class Device, class T>
void AveragePool(const Device& context, const PoolShape& shape, bool exclusive,
                 const framework::Tensor& x, framework::Tensor* out);
template <class Device, class T>
void AveragePoolGrad(const Device& context, const PoolShape& shape,
                     bool exclusive, const framework::Tensor& d_out,
                     framework::Tensor* d_x);

// MaxPool, and mask = where in its image, counted in row-major order, the first
// of the largest elements stands; int64.
template <class Device, class T>
void MaxPoolWithIndex(const Device& context, const PoolShape& shape,
                      const framework::Tensor& x, framework::Tensor* out,
                      framework::Tensor* mask);

}  // namespace paddle::operators::kernels
