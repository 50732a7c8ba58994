// The sizes for which convolutions are computed by Winograd's algorithm, which
// the schema of pack_conv_filter and kernels agree on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {

// True if there are enough channels of images and of results, `weights` at most
// in all, and tiles of results. With fewer channels the transforms take longer
// than what they save; more weights do not stay in the cache that cores share,
// and those of few tiles are not worth reading.
inline bool IsWorthWinograd(int64_t channels, int64_t filters, int64_t weights,
                            int64_t tiles, int64_t few_tiles) {
  constexpr int64_t kFewChannels = 16;
  return channels % 8 == 0 && filters % 8 == 0 &&
         std::min(channels, filters) >= kFewChannels &&
         channels * filters <= weights && tiles >= few_tiles;
}

// True if tiles of 4 x 4 results, so many in all, are faster than adding up all
// products, for 3 x 3 windows one pixel apart.
inline bool IsWorthWinograd(int64_t channels, int64_t filters, int64_t tiles) {
  return IsWorthWinograd(channels, filters, 256 * 256, tiles, 32);
}

// Returns the size of the tiles by which an inference is fastest, whose output
// is `height` x `width`: 4, or 2, which have half the factors of filters but
// save only half as many products; 0: none.
inline int WinogradTileOf(int64_t channels, int64_t filters, int64_t height,
                          int64_t width) {
  const auto tiles = [&](int64_t size) {
    return platform::CeilDivide(height, size) *
           platform::CeilDivide(width, size);
  };
  if (IsWorthWinograd(channels, filters, tiles(4))) return 4;
  return IsWorthWinograd(channels, filters, 512 * 512, tiles(2), 16) ? 2 : 0;
}

// The elements behind each matrix of factors: not all are to lie in the same
// places of a cache.
inline constexpr int64_t kWinogradGap = 16;

// Returns the factors of the filters, for tiles of a size, in floats.
inline int64_t WinogradFilterSize(int64_t channels, int64_t filters,
                                  int64_t tile) {
  return (tile + 2) * (tile + 2) * (channels * filters + kWinogradGap);
}

}  // namespace paddle::operators::kernels
