// Finds, along one axis, the outputs whose windows have a given tap inside the
// image. Convolution and pooling loop over taps first and then over these
// outputs, which makes the inner loop long and free of bounds checks.
#pragma once

#include <algorithm>
#include <cstdint>

namespace paddle::operators::kernels {

// The outputs [begin, end) for which one element (tap) of a sliding window lies
// inside the image. For output o the tap is element origin + o * stride; for
// all other outputs it lies in the padding.
struct TapRange {
  // `size` is the size of the image along the axis and `outputs` the number of
  // outputs. `origin` is the position of the tap for output 0; it is negative
  // in the padding.
  TapRange(int64_t size, int64_t outputs, int64_t stride, int64_t origin)
      : origin(origin),
        begin(std::min(origin >= 0 ? 0 : (stride - 1 - origin) / stride,
                       outputs)),
        end(std::clamp(size > origin ? (size - origin - 1) / stride + 1 : 0,
                       begin, outputs)) {}

  int64_t origin;
  int64_t begin;
  int64_t end;
};

}  // namespace paddle::operators::kernels
