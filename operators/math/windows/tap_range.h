// The range of windows that see an element of an image, along one axis:
// convolution and its gradients loop over taps first, and then over outputs.
#pragma once

#include <algorithm>
#include <cstdint>

namespace paddle::operators::kernels {

// One element (tap) of a window that slides over an axis. For output o it is
// the element origin + o * stride of the image, which lies inside the image for
// the outputs [begin, end) and for no others: loops over this range need no
// test for the padding.
struct TapRange {
  // `size` is that of the image, `outputs` the number along the axis; `origin`
  // is the position of the tap for output 0, negative in the padding.
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
