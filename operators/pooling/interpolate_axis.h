// Maps elements of a resized image to places in the original, along one axis,
// on the CPU and in CUDA kernels: both must choose the same neighbours.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/pooling/interpolate.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The sizes along one axis and the step between places. A small value that
// kernels capture. Places are computed in double for any T: a float would miss
// elements of long axes.
struct ResizeAxis {
  ResizeAxis(const framework::Dims& x, const framework::Dims& out, int axis,
             const Resampling& r)
      : in(x[axis]),
        out(out[axis]),
        align_corners(r.align_corners),
        scaled(r.scale > 0) {
    if (align_corners) {
      // One output alone has no corner to align but the first.
      step = this->out > 1 ? (in - 1) / double(this->out - 1) : 0;
    } else {
      step = scaled ? 1 / r.scale : in / double(this->out);
    }
  }

  // Returns the place of output `o`, between elements: 1.5 is in the middle of
  // elements 1 and 2.
  PADDLE_HOST_DEVICE double Place(int64_t o) const {
    return align_corners ? step * o : std::max(step * (o + 0.5) - 0.5, 0.0);
  }
  // Returns the element whose copy output `o` is. From sizes alone it is
  // computed in integers, exactly: a rounded step could miss it by one.
  PADDLE_HOST_DEVICE int64_t Nearest(int64_t o) const {
    if (!scaled) return o * in / out;
    return std::min(static_cast<int64_t>(step * o), in - 1);
  }

  int64_t in;
  int64_t out;
  bool align_corners;
  bool scaled;
  double step;
};

// The type of weights, and of means on their way: T, but double for integers.
template <typename T>
using ResizeWeight = std::conditional_t<std::is_integral_v<T>, double, T>;

// Returns the weight in [0, 1] that elements of type T are multiplied by. Those
// of 8-bit integers are multiples of 2^-20: means of means have 48 bits then,
// which a double holds, so that any way to add them gives the same integer.
template <typename T>
PADDLE_HOST_DEVICE ResizeWeight<T> RoundedWeight(double weight) {
  if constexpr (std::is_integral_v<T>) {
    constexpr double kSteps = 1 << 20;
    return std::floor(weight * kSteps + 0.5) / kSteps;
  } else {
    return static_cast<T>(weight);
  }
}

// Returns a mean as an element: of integers the nearest one, the larger one of
// two. It is in range, as it lies between elements.
template <typename T>
PADDLE_HOST_DEVICE T FromMean(ResizeWeight<T> mean) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(std::floor(mean + 0.5));
  } else {
    return mean;
  }
}

// The two neighbours of a place, and the weight of the second one; that of the
// first is 1 - weight. At the border both are the same element, so loops need
// no bounds.
template <typename T>
struct Neighbours {
  PADDLE_HOST_DEVICE Neighbours(const ResizeAxis& axis, int64_t o) {
    const double place = axis.Place(o);
    first = std::min(static_cast<int64_t>(place), axis.in - 1);
    second = std::min(first + 1, axis.in - 1);
    weight = RoundedWeight<T>(std::min(place - first, 1.0));
  }
  int64_t first;
  int64_t second;
  ResizeWeight<T> weight;
};

}  // namespace paddle::operators::kernels
