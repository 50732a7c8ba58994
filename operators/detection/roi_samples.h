// Places at which regions of images are sampled.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/detection/box.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The four elements of an image around a place, and their weights. A place more
// than one element outside has none, nor has NaN: what the image holds must not
// count then, not even multiplied by 0, which leaves infinities NaN.
template <typename T>
struct Corners {
  // `h` and `w`: the size of the image, which is not empty.
  PADDLE_HOST_DEVICE static Corners At(T y, T x, int64_t h, int64_t w) {
    Corners corners{{0, 0, 0, 0}, {0, 0, 0, 0}, false};
    corners.inside = y >= -1 && y <= T(h) && x >= -1 && x <= T(w);
    if (!corners.inside) return corners;
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
  bool inside;
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

// A range of the samples of a bin.
struct SampleRange {
  int64_t begin, end;
};

// The samples of one box along one axis: `count` in each bin.
template <typename T>
struct AxisSamples {
  // Returns the samples of a box from `low` to `high` in `bins`.
  PADDLE_HOST_DEVICE static AxisSamples Of(T low, T high, int64_t bins,
                                           const SamplePlan<T>& plan) {
    const T shift = plan.aligned ? T(0.5) : T(0);
    const T first = low * plan.scale - shift;
    T length = high * plan.scale - shift - first;
    if (!plan.aligned && length < 1) length = 1;
    const T bin = length / T(bins);
    return {first, bin, plan.ratio < 1 ? CountOf(bin) : plan.ratio};
  }
  // Returns one sample for each element of a bin; none of a bin without size,
  // or NaN, or so large that no image is a noticeable part of it.
  PADDLE_HOST_DEVICE static int64_t CountOf(T bin) {
    constexpr int64_t kLargest = int64_t{1} << 30;
    return bin > 0 && bin < T(kLargest) ? static_cast<int64_t>(std::ceil(bin))
                                        : 0;
  }
  PADDLE_HOST_DEVICE T Place(int64_t of_bin, int64_t k) const {
    return first + T(of_bin) * bin + (T(k) + T(0.5)) * bin / T(count);
  }
  // Returns those samples of a bin that may lie in an image of `size`, so that
  // the work does not grow with what is outside.
  PADDLE_HOST_DEVICE SampleRange Inside(int64_t of_bin, int64_t size) const {
    if (!(bin > 0)) return {0, count};
    return {Before(of_bin, [](T place) { return place < T(-1); }),
            Before(of_bin, [size](T place) { return place <= T(size); })};
  }
  // Returns the number of samples of a bin, which ascend, that `counts` is true
  // of; it is of none behind one of which it is false.
  template <typename Counts>
  PADDLE_HOST_DEVICE int64_t Before(int64_t of_bin,
                                    const Counts& counts) const {
    int64_t low = 0, high = count;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (counts(Place(of_bin, middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
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
    return {AxisSamples<T>::Of(box.y1, box.y2, plan.pooled_height, plan),
            AxisSamples<T>::Of(box.x1, box.x2, plan.pooled_width, plan),
            plan.height, plan.width};
  }
  // Calls body(corners) for each sample of a bin that lies in the image, and
  // returns whether all do.
  template <typename Body>
  PADDLE_HOST_DEVICE bool ForEachOf(int64_t row, int64_t column,
                                    const Body& body) const {
    const SampleRange rows = y.Inside(row, height);
    const SampleRange columns = x.Inside(column, width);
    int64_t inside = 0;
    for (int64_t i = rows.begin; i < rows.end; ++i) {
      for (int64_t j = columns.begin; j < columns.end; ++j) {
        const auto corners =
            Corners<T>::At(y.Place(row, i), x.Place(column, j), height, width);
        if (!corners.inside) continue;
        ++inside;
        body(corners);
      }
    }
    return inside == y.count * x.count;
  }
  // Returns the number of samples that a bin's mean is of.
  PADDLE_HOST_DEVICE T count() const {
    const T all = T(y.count) * T(x.count);
    return all > 0 ? all : T(1);
  }
  AxisSamples<T> y, x;
  int64_t height, width;
};

}  // namespace paddle::operators::kernels
