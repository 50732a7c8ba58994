// Keys of the caches of plans: libraries prepare each shape once, which takes
// far longer than to run it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

using ConvKey = std::array<int64_t, 24>;

// Returns a key that two convolutions share only if all sizes and `what` are
// equal; `what` tells plans for one shape apart, such as a device. Any size in
// which plans may differ must be part of it.
inline ConvKey ConvKeyOf(const ConvShape& s, int64_t what) {
  ConvKey key{s.batch,  s.channels, s.filters,
              s.groups, what,       static_cast<int64_t>(s.channels_last)};
  auto next = key.begin() + 6;
  for (const Extent* extent :
       {&s.in, &s.kernel, &s.out, &s.stride, &s.padding, &s.dilation}) {
    next = std::copy(extent->begin(), extent->end(), next);
  }
  return key;
}

}  // namespace paddle::operators::kernels
