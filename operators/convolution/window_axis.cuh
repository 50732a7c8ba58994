// Windows that slide along one axis of an image, in code for GPUs. Tap k of
// output o is over element
//
//   i = o * stride + k * dilation - padding,
//
// and the two functions solve this for i and for o.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The sizes of the windows along one axis, and the two directions of the
// relation between outputs and elements.
struct WindowAxis {
  // Returns the element of the image under tap `k` of output `o`; it may be
  // outside.
  PADDLE_HOST_DEVICE int64_t Under(int64_t o, int64_t k) const {
    return o * stride + k * dilation - padding;
  }
  // Returns the output that sees element `i` under tap `k`, or -1 if there is
  // none: with a stride, most taps belong to no output.
  PADDLE_HOST_DEVICE int64_t Seeing(int64_t i, int64_t k) const {
    const int64_t at = i + padding - k * dilation;
    const int64_t o = at / stride;
    return at >= 0 && o * stride == at && o < out ? o : -1;
  }

  int64_t in, out, kernel, stride, padding, dilation;
};

}  // namespace paddle::operators::kernels
