// The size of a packed filter, which the schema of pack_conv_filter and what
// packs agree on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {

// The rows of a matrix that quantized_mul takes at a time, as an image. oneDNN
// wants the filter in the same order for fewer rows, but not for more.
inline constexpr int64_t kMulRows = 32;

// Room for the note of the order in front of a packed filter, in elements of 16
// bits or more.
inline constexpr int64_t kPackedNote = 512;

// Returns how many filters of a group libraries make of `filters`: they take
// 16, 32, 48 or 64 at a time. A slice of SliceCount (conv_bands.h), a multiple
// of 64, is filled up for itself.
inline int64_t FilledFilters(int64_t filters) {
  int64_t most = platform::RoundUp(filters, 64);
  for (int64_t slices = 1; slices <= 8; slices *= 2) {
    if (slices > 1 && filters % (64 * slices) != 0) break;
    most = std::max(most, slices * platform::RoundUp(filters / slices, 48));
  }
  return most;
}

// Returns room enough for the note and for any order of a filter [filters,
// channels per group, taps] of `groups` groups: libraries fill up groups of
// filters, and of channels to at most 16.
inline int64_t PackedSize(int64_t filters, int64_t channels, int64_t taps,
                          int64_t groups) {
  const int64_t each = filters / groups;
  // Depthwise convolution fills up the groups.
  if (channels == 1 && each == 1) {
    return kPackedNote + platform::RoundUp(groups, 64) * taps;
  }
  return kPackedNote +
         groups * FilledFilters(each) * platform::RoundUp(channels, 16) * taps;
}

// Returns that room for a filter of floats of one tap and one group, which may
// be packed as three numbers of 16 bits each.
inline int64_t PackedPointwiseSize(int64_t filters, int64_t channels) {
  const int64_t size = PackedSize(filters, channels, 1, 1) - kPackedNote;
  return kPackedNote + std::max(size, 3 * platform::RoundUp(filters, 32) *
                                          platform::RoundUp(channels, 32) / 2);
}

// Returns that room in elements of a filter of 8-bit integers, behind which
// libraries put up to four numbers of 4 bytes for each filter.
inline int64_t PackedQuantizedSize(int64_t filters, int64_t channels,
                                   int64_t taps, int64_t groups) {
  return kPackedNote + PackedSize(filters, channels, taps, groups) +
         16 * (PackedSize(filters, 1, 1, groups) - kPackedNote);
}

}  // namespace paddle::operators::kernels
