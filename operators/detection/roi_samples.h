// Places at which regions of images are sampled.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/detection/box.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The four elements of an image around a place, and their weights, which are 0
// for a place more than one element outside, and for NaN.
template <typename T>
struct Corners {
  // `h` and `w`: the size of the image, which is not empty.
  PADDLE_HOST_DEVICE static Corners At(T y, T x, int64_t h, int64_t w) {
    Corners corners{{0, 0, 0, 0}, {0, 0, 0, 0}};
    const bool inside = y >= -1 && y <= T(h) && x >= -1 && x <= T(w);
    if (!inside) return corners;
    T up, left;  // how far the place lies behind the element before it
    const int64_t top = Split(y, h, &up), start = Split(x, w, &left);
    const int64_t below = top + 1 < h ? top + 1 : top;
    const int64_t behind = start + 1 < w ? start + 1 : start;
    corners.at[0] = top * w + start;
    corners.at[1] = top * w + behind;
    corners.at[2] = below * w + start;
    corners.at[3] = below * w + behind;
    corners.weight[0] = (1 - up) * (1 - left);
    corners.weight[1] = (1 - up) * left;
    corners.weight[2] = up * (1 - left);
    corners.weight[3] = up * left;
    return corners;
  }
  // Returns the element at or before a place of [-1, size], and the rest.
  PADDLE_HOST_DEVICE static int64_t Split(T place, int64_t size, T* rest) {
    if (place < 0) place = 0;
    const auto first = static_cast<int64_t>(place);
    if (first >= size - 1) {
      *rest = 0;
      return size - 1;
    }
    *rest = place - T(first);
    return first;
  }
  int64_t at[4];
  T weight[4];
};

// The numbers that are the same for all boxes.
template <typename T>
struct SamplePlan {
  T scale;
  int64_t pooled_height, pooled_width;
  int64_t ratio;  // samples along each axis of a bin; less than 1: by its size
  bool aligned;
  int64_t height, width;  // of the images
};

// The samples of one box along one axis: `count` in each bin.
template <typename T>
struct AxisSamples {
  // Returns the samples of a box from `low` to `high` in `bins`, of images of
  // `size`, which is the most samples that a bin of a box inside them has.
  PADDLE_HOST_DEVICE static AxisSamples Of(T low, T high, int64_t bins,
                                           int64_t size,
                                           const SamplePlan<T>& plan) {
    const T shift = plan.aligned ? T(0.5) : T(0);
    const T first = low * plan.scale - shift;
    T length = high * plan.scale - shift - first;
    if (!plan.aligned && length < 1) length = 1;
    const T bin = length / T(bins);
    int64_t count = plan.ratio;
    if (count < 1) {
      // Also false for NaN.
      count =
          bin > 0
              ? static_cast<int64_t>(std::ceil(bin < T(size) ? bin : T(size)))
              : 0;
    }
    return {first, bin, count};
  }
  PADDLE_HOST_DEVICE T Place(int64_t of_bin, int64_t k) const {
    return first + T(of_bin) * bin + (T(k) + T(0.5)) * bin / T(count);
  }
  T first;
  T bin;
  int64_t count;
};

// The samples of one box.
template <typename T>
struct BoxSamples {
  PADDLE_HOST_DEVICE static BoxSamples Of(const Box<T>& box,
                                          const SamplePlan<T>& plan) {
    return {
        AxisSamples<T>::Of(box.y1, box.y2, plan.pooled_height, plan.height,
                           plan),
        AxisSamples<T>::Of(box.x1, box.x2, plan.pooled_width, plan.width, plan),
        plan.height, plan.width};
  }
  // Calls body(corners) for each sample of a bin.
  template <typename Body>
  PADDLE_HOST_DEVICE void ForEachOf(int64_t row, int64_t column,
                                    const Body& body) const {
    for (int64_t i = 0; i < y.count; ++i) {
      for (int64_t j = 0; j < x.count; ++j) {
        body(
            Corners<T>::At(y.Place(row, i), x.Place(column, j), height, width));
      }
    }
  }
  PADDLE_HOST_DEVICE int64_t count() const {
    const int64_t all = y.count * x.count;
    return all > 0 ? all : 1;
  }
  AxisSamples<T> y, x;
  int64_t height, width;
};

}  // namespace paddle::operators::kernels
