// Pooling of images and volumes: the largest element or the mean of each
// window, and their gradients. An image is a volume of depth 1. For example,
// windows of two by two over a plane:
//
//   1 2 5 0
//   3 4 1 2   gives   4 5 (largest)   or   2.5 2 (means)
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/windows/extent.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// All sizes of a pooling over `planes` images of one channel each: x is
// [planes, in], out is [planes, out]. Every window has an element inside the
// image, since a kernel is larger than its padding; the schema checks it.
struct PoolShape {
  int64_t planes = 0;
  int64_t channels = 1;  // the planes of one image
  Extent in{};
  Extent out{};
  Extent kernel{};
  // From one window to the next; and what windows reach beyond the image, in
  // front of it and behind it.
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  Extent after{0, 0, 0};
  // If true, window o along an axis goes from o * in / out, rounded down, to (o
  // + 1) * in / out, rounded up: `out` parts, about equal, that overlap where
  // the sizes do not divide. kernel, stride and padding are not used.
  bool adaptive = false;

  // Return the part of window `o` along an axis that is inside the image,
  // [Begin, End).
  PADDLE_HOST_DEVICE int64_t Begin(int axis, int64_t o) const {
    if (adaptive) return o * in[axis] / out[axis];
    return std::max<int64_t>(o * stride[axis] - padding[axis], 0);
  }
  PADDLE_HOST_DEVICE int64_t End(int axis, int64_t o) const {
    if (adaptive) return ((o + 1) * in[axis] + out[axis] - 1) / out[axis];
    return std::min(o * stride[axis] - padding[axis] + kernel[axis], in[axis]);
  }
  // Returns the number of elements of the window that an average counts: those
  // inside the image (`exclusive`), or inside the padded image. The last window
  // may reach beyond the padding (ceil_mode); what is there never counts.
  PADDLE_HOST_DEVICE int64_t Length(int axis, int64_t o, bool exclusive) const {
    if (exclusive || adaptive) return End(axis, o) - Begin(axis, o);
    const int64_t start = o * stride[axis] - padding[axis];
    return std::min(start + kernel[axis], in[axis] + after[axis]) - start;
  }
};

// The attributes of pooling as extents: a window that slides, or one of the two
// special cases, in which kernel, stride and padding are not read. The padding
// is that at both ends.
struct PoolWindow {
  Extent kernel{};
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  bool global = false;  // one window, the image
  bool adaptive = false;
};

// Returns the shape of checked dims [N, C, ...] of x and out, with one to three
// axes for the image. Adaptive windows that are all equal become windows that
// slide, for which there is faster code.
PoolShape MakePoolShape(const framework::Dims& x, const framework::Dims& out,
                        const PoolWindow& window);

// Computes out = the largest element of each window; NaN if there is one in it.
// T: float, double, here and below. The bits are the same for any number of
// threads, and no output shares memory with an input.
template <class Device, class T>
void MaxPool(const Device& context, const PoolShape& shape,
             const framework::Tensor& x, framework::Tensor* out);
// Computes d_x: the gradient of a window goes to the first of its largest
// elements, in row-major order. Throws Unimplemented on the CPU for windows of
// more than 2^24 elements.
template <class Device, class T>
void MaxPoolGrad(const Device& context, const PoolShape& shape,
                 const framework::Tensor& x, const framework::Tensor& d_out,
                 framework::Tensor* d_x);

// Computes out = the sum of each window divided by the number of its elements
// inside the image (`exclusive`), or inside the padded image.
template <class Device, class T>
void AveragePool(const Device& context, const PoolShape& shape, bool exclusive,
                 const framework::Tensor& x, framework::Tensor* out);
// Computes d_x: each window gives every element inside the image an equal share
// of its gradient.
template <class Device, class T>
void AveragePoolGrad(const Device& context, const PoolShape& shape,
                     bool exclusive, const framework::Tensor& d_out,
                     framework::Tensor* d_x);

// Computes MaxPool, and in `mask` (int64) the position of the first of the
// largest elements of each window, counted in its image in row-major order.
// Throws as MaxPoolGrad does.
template <class Device, class T>
void MaxPoolWithIndex(const Device& context, const PoolShape& shape,
                      const framework::Tensor& x, framework::Tensor* out,
                      framework::Tensor* mask);

}  // namespace paddle::operators::kernels
