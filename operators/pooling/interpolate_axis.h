// Where the elements of a resized image come from, along one axis.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/pooling/interpolate.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A small value that kernels of a GPU capture.
struct ResizeAxis {
  ResizeAxis(const framework::Dims& x, const framework::Dims& out, int axis,
             const Resampling& r)
      : in(x[axis]),
        out(out[axis]),
        align_corners(r.align_corners),
        scaled(r.scale > 0) {
    if (align_corners) {
      step = this->out > 1 ? (in - 1) / double(this->out - 1) : 0;
    } else {
      step = scaled ? 1 / r.scale : in / double(this->out);
    }
  }

  PADDLE_HOST_DEVICE double Place(int64_t o) const {
    return align_corners ? step * o : std::max(step * (o + 0.5) - 0.5, 0.0);
  }
  // By sizes alone the place is exact.
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

// The neighbours of a place, and the weight of the second one.
template <typename T>
struct Neighbours {
  PADDLE_HOST_DEVICE Neighbours(const ResizeAxis& axis, int64_t o) {
    const double place = axis.Place(o);
    first = std::min(static_cast<int64_t>(place), axis.in - 1);
    second = std::min(first + 1, axis.in - 1);
    weight = static_cast<T>(std::min(place - first, 1.0));
  }
  int64_t first;
  int64_t second;
  T weight;
};

}  // namespace paddle::operators::kernels
