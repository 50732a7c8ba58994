// Adds up the products of depthwise convolutions of images whose channels are
// last, by AVX-512: a register of channels of a row of the output at a time.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Channels that are computed together.
inline constexpr int64_t kDepthwiseLanes = 16;
// The most rows of a window.
inline constexpr int64_t kDepthwiseRows = 7;

// A row of the output, of at most kDepthwiseLanes channels.
struct DepthwiseRow {
  // Rows of the image under rows of the window, with zeros around: [SeenPixels,
  // kDepthwiseLanes], aligned to a register.
  const float* seen[kDepthwiseRows];
  int64_t count;         // of them
  const float* weights;  // [count, columns of the window, kDepthwiseLanes]
  const float* bias;     // null: none
  float* output;         // [pixels, channels]
  int64_t pixels;
  int64_t channels;  // of the image: others follow after those of the row
  int64_t lanes;     // channels of the row
  float low, high;   // results are bounded by them; NaN stays
};

// True if WeighRow has code for windows of so many columns, a stride apart, and
// the processor has AVX-512.
bool HasDepthwiseTiles(int64_t columns, int64_t stride);

// Returns the pixels that WeighRow reads of a row.
int64_t SeenPixels(int64_t columns, int64_t stride, int64_t pixels);

// Computes a row. The sum of an element is a chain of fused multiply-adds on
// the bias, in the order of the taps. Requires HasDepthwiseTiles.
void WeighRow(int64_t columns, int64_t stride, const DepthwiseRow& row);

// Copies `lanes` channels of pixels that have `channels`, each to
// kDepthwiseLanes floats that are filled up by zeros. Requires AVX-512.
void CopyLanes(int64_t pixels, int64_t channels, int64_t lanes,
               const float* from, float* to);

}  // namespace paddle::operators::kernels
