// Windows that slide over images, in code for GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The windows along one axis.
struct WindowAxis {
  // The element of the image under tap `k` of output `o`; it may lie outside.
  PADDLE_HOST_DEVICE int64_t Under(int64_t o, int64_t k) const {
    return o * stride + k * dilation - padding;
  }
  // The output that sees element `i` under tap `k`; -1 if there is none.
  PADDLE_HOST_DEVICE int64_t Seeing(int64_t i, int64_t k) const {
    const int64_t at = i + padding - k * dilation;
    const int64_t o = at / stride;
    return at >= 0 && o * stride == at && o < out ? o : -1;
  }

  int64_t in, out, kernel, stride, padding, dilation;
};

}  // namespace paddle::operators::kernels
