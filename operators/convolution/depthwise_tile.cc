#include "paddle/operators/convolution/depthwise_tile.h"

#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/round_up.h"

#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

namespace paddle::operators::kernels {
namespace {

// Pixels of a tile: eight sums hide the latency of additions. The usual sizes
// of images are multiples of 7 or of 8.
int64_t TileOf(int64_t pixels) {
  return platform::RoundUp(pixels, 7) < platform::RoundUp(pixels, 8) ? 7 : 8;
}

#ifdef __x86_64__

// Computes the pixels from `first` on, of which less than kPixels may be left.
// A pixel of the image is read once for all windows of its row that see it.
template <int kColumns, int kStride, int kPixels>
PADDLE_AVX512_INLINE static void WeighTile(const DepthwiseRow& row,
                                           int64_t first, __mmask16 lanes) {
  constexpr int kSeen = (kPixels - 1) * kStride + kColumns;
  __m512 sums[kPixels];
  const __m512 bias = row.bias == nullptr
                          ? _mm512_setzero_ps()
                          : _mm512_maskz_loadu_ps(lanes, row.bias);
#pragma GCC unroll 8
  for (int p = 0; p < kPixels; ++p) sums[p] = bias;
  const float* from = row.weights;
  for (int64_t i = 0; i < row.count; ++i) {
    __m512 weights[kColumns];
#pragma GCC unroll 8
    for (int j = 0; j < kColumns; ++j, from += kDepthwiseLanes) {
      weights[j] = _mm512_loadu_ps(from);
    }
    const float* const seen = row.seen[i] + first * kStride * kDepthwiseLanes;
#pragma GCC unroll 32
    for (int q = 0; q < kSeen; ++q) {
      __m512 x = _mm512_load_ps(seen + q * kDepthwiseLanes);
      asm("" : "+v"(x));  // or gcc reads it again for each product
#pragma GCC unroll 8
      for (int p = 0; p < kPixels; ++p) {
        const int j = q - p * kStride;
        if (j < 0 || j >= kColumns) continue;
        sums[p] = _mm512_fmadd_ps(weights[j], x, sums[p]);
      }
    }
  }
  const __m512 low = _mm512_set1_ps(row.low), high = _mm512_set1_ps(row.high);
  const int64_t left = row.pixels - first, step = row.channels;
  float* const to = row.output + first * step;
#pragma GCC unroll 8
  for (int p = 0; p < kPixels; ++p) {
    const __m512 sum = Bounded(low, high, sums[p]);
    if (p < left) _mm512_mask_storeu_ps(to + p * step, lanes, sum);
  }
}

template <int kColumns, int kStride, int kPixels>
PADDLE_AVX512 void WeighTiles(const DepthwiseRow& row) {
  const __mmask16 lanes = LanesOf16(row.lanes);
  for (int64_t first = 0; first < row.pixels; first += kPixels) {
    WeighTile<kColumns, kStride, kPixels>(row, first, lanes);
  }
}

// The functions for a kind of window, with tiles of 7 and of 8 pixels.
struct Functions {
  int64_t columns, stride;
  void (*seven)(const DepthwiseRow&);
  void (*eight)(const DepthwiseRow&);
};

constexpr Functions kFunctions[] = {
    {3, 1, WeighTiles<3, 1, 7>, WeighTiles<3, 1, 8>},
    {3, 2, WeighTiles<3, 2, 7>, WeighTiles<3, 2, 8>},
    {5, 1, WeighTiles<5, 1, 7>, WeighTiles<5, 1, 8>},
    {5, 2, WeighTiles<5, 2, 7>, WeighTiles<5, 2, 8>},
    {7, 1, WeighTiles<7, 1, 7>, WeighTiles<7, 1, 8>},
    {7, 2, WeighTiles<7, 2, 7>, WeighTiles<7, 2, 8>},
};

const Functions* FunctionsFor(int64_t columns, int64_t stride) {
  for (const Functions& f : kFunctions) {
    if (f.columns == columns && f.stride == stride) return &f;
  }
  return nullptr;
}

#endif

}  // namespace

int64_t SeenPixels(int64_t columns, int64_t stride, int64_t pixels) {
  return (platform::RoundUp(pixels, TileOf(pixels)) - 1) * stride + columns;
}

#ifdef __x86_64__

bool HasDepthwiseTiles(int64_t columns, int64_t stride) {
  return HasAvx512Gemm() && FunctionsFor(columns, stride) != nullptr;
}

void WeighRow(int64_t columns, int64_t stride, const DepthwiseRow& row) {
  const Functions* const f = FunctionsFor(columns, stride);
  PADDLE_ENFORCE(f != nullptr, Unimplemented, "depthwise convolution by ",
                 columns, " columns ", stride, " apart");
  (TileOf(row.pixels) == 7 ? f->seven : f->eight)(row);
}

PADDLE_AVX512 void CopyLanes(int64_t pixels, int64_t channels, int64_t lanes,
                             const float* from, float* to) {
  const __mmask16 some = LanesOf16(lanes);
  for (int64_t i = 0; i < pixels; ++i) {
    _mm512_store_ps(to + i * kDepthwiseLanes,
                    _mm512_maskz_loadu_ps(some, from + i * channels));
  }
}

#else

bool HasDepthwiseTiles(int64_t, int64_t) { return false; }

void WeighRow(int64_t, int64_t, const DepthwiseRow&) {
  PADDLE_THROW(Unimplemented,
               "depthwise convolution by AVX-512 on another machine");
}

void CopyLanes(int64_t, int64_t, int64_t, const float*, float*) {
  PADDLE_THROW(Unimplemented, "AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels
