// The sizes for which convolutions are computed by Winograd's algorithm, which
// the schema of pack_conv_filter and kernels agree on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace paddle::operators::kernels {

// True if it is faster than adding up all products, for 3 x 3 windows one pixel
// apart: `tiles` of 4 x 4 results in all.
inline bool IsWorthWinograd(int64_t channels, int64_t filters, int64_t tiles) {
  // With fewer channels the transforms take longer than what they save.
  constexpr int64_t kFewChannels = 16;
  // More factors of a filter do not stay in the cache that cores share: they
  // are read for each group of images. Those of few tiles are not worth it.
  constexpr int64_t kMostWeights = 256 * 256;
  constexpr int64_t kFewTiles = 32;
  return channels % 8 == 0 && filters % 8 == 0 &&
         std::min(channels, filters) >= kFewChannels &&
         channels * filters <= kMostWeights && tiles >= kFewTiles;
}

// The matrices of factors, and the elements behind each of them: not all are to
// lie in the same places of a cache.
inline constexpr int64_t kWinogradProducts = 36;
inline constexpr int64_t kWinogradGap = 16;

// Returns the factors of the filters in floats.
inline int64_t WinogradFilterSize(int64_t channels, int64_t filters) {
  return kWinogradProducts * (channels * filters + kWinogradGap);
}

}  // namespace paddle::operators::kernels
