// Which windows see what of an image, along one axis.
#pragma once

#include <algorithm>
#include <cstdint>

namespace paddle::operators::kernels {

// One element (tap) of a window that slides over an axis. Output o looks at
// element origin + o * stride of the image, which lies inside it for the
// outputs [begin, end) and no others.
struct TapRange {
  // `size` of the image, `outputs` along the axis; `origin` may be negative
  // (padding).
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
