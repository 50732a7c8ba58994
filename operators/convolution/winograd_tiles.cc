#include "paddle/operators/convolution/winograd_tiles.h"

#include <algorithm>
#include <cstring>

#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/loops/vector_register.h"
#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

namespace paddle::operators::kernels::winograd {
namespace {

// By address: passed by value, vectors wider than the registers of a processor
// would be passed in another way than on others, which gcc warns of.
template <class Lanes>
PADDLE_WINOGRAD_INLINE void Read(const float* from, Lanes* x) {
  std::memcpy(x, from, sizeof(*x));
}
template <class Lanes>
PADDLE_WINOGRAD_INLINE void Write(const Lanes& x, float* to) {
  std::memcpy(to, &x, sizeof(x));
}

// The part of a square of pixels that lies inside an image.
struct Square {
  PADDLE_WINOGRAD_INLINE Square(const TilePlace& at, int64_t size)
      : first(at.image.offset(at.row, at.column)),
        top(std::max<int64_t>(-at.row, 0)),
        bottom(std::min(at.image.height - at.row, size)),
        left(std::max<int64_t>(-at.column, 0)),
        right(std::min(at.image.width - at.column, size)),
        whole(top == 0 && left == 0 && bottom == size && right == size) {}

  PADDLE_WINOGRAD_INLINE bool Has(int64_t i, int64_t j) const {
    return whole || (i >= top && i < bottom && j >= left && j < right);
  }

  int64_t first;
  int64_t top, bottom, left, right;
  bool whole;
};

// Writes the factors of some channels of a square.
template <class Transform, class Lanes>
PADDLE_WINOGRAD_INLINE void ToFactors(const TilePlace& at, const Square& square,
                                      const float* pixels, int64_t channel,
                                      const Factors& factors) {
  constexpr int kSize = Transform::kFrom;
  Lanes x[kSize][kSize], y[kWindow][kWindow];
  const float* const from = pixels + square.first + channel;
#pragma GCC unroll 6
  for (int i = 0; i < kSize; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < kSize; ++j) {
      x[i][j] = Lanes{};
      if (square.Has(i, j)) Read(from + at.image.offset(i, j), &x[i][j]);
    }
  }
  TransformBoth<Transform>(x, y);
  float* to = factors.At(at.tile, channel);
#pragma GCC unroll 6
  for (int i = 0; i < kWindow; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < kWindow; ++j, to += factors.step()) Write(y[i][j], to);
  }
}

// Writes the results of some channels of a tile.
template <class Lanes>
PADDLE_WINOGRAD_INLINE void FromSums(const TilePlace& at, const Square& square,
                                     const Factors& sums, const float* bias,
                                     int64_t channel, float* pixels) {
  Lanes x[kWindow][kWindow], y[kTile][kTile], more{};
  if (bias != nullptr) Read(bias + channel, &more);
  const float* from = sums.At(at.tile, channel);
#pragma GCC unroll 6
  for (int i = 0; i < kWindow; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < kWindow; ++j, from += sums.step()) Read(from, &x[i][j]);
  }
  TransformBoth<OutputTransform>(x, y);
  float* const to = pixels + square.first + channel;
#pragma GCC unroll 4
  for (int i = 0; i < kTile; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kTile; ++j) {
      if (square.Has(i, j)) Write(y[i][j] + more, to + at.image.offset(i, j));
    }
  }
}

// Do so for all channels from `channel` on that fill vectors; return the next.
template <class Transform, class Lanes>
PADDLE_WINOGRAD_INLINE int64_t AllToFactors(const TilePlace& at,
                                            int64_t channel,
                                            const float* pixels,
                                            const Factors& factors) {
  constexpr int64_t kCount = sizeof(Lanes) / sizeof(float);
  const Square square(at, Transform::kFrom);
  for (; channel + kCount <= at.image.channels; channel += kCount) {
    ToFactors<Transform, Lanes>(at, square, pixels, channel, factors);
  }
  return channel;
}

template <class Lanes>
PADDLE_WINOGRAD_INLINE int64_t AllFromSums(const TilePlace& at, int64_t channel,
                                           const Factors& sums,
                                           const float* bias, float* pixels) {
  constexpr int64_t kCount = sizeof(Lanes) / sizeof(float);
  const Square square(at, kTile);
  for (; channel + kCount <= at.image.channels; channel += kCount) {
    FromSums<Lanes>(at, square, sums, bias, channel, pixels);
  }
  return channel;
}

#ifdef __x86_64__

typedef float WideLanes __attribute__((vector_size(64)));

template <class Transform>
PADDLE_AVX512 int64_t WideToFactors(const TilePlace& at, const float* pixels,
                                    const Factors& factors) {
  return AllToFactors<Transform, WideLanes>(at, 0, pixels, factors);
}

PADDLE_AVX512 int64_t WideFromSums(const TilePlace& at, const Factors& sums,
                                   const float* bias, float* pixels) {
  return AllFromSums<WideLanes>(at, 0, sums, bias, pixels);
}

#else

template <class Transform>
int64_t WideToFactors(const TilePlace&, const float*, const Factors&) {
  return 0;
}

int64_t WideFromSums(const TilePlace&, const Factors&, const float*, float*) {
  return 0;
}

#endif

template <class Transform>
void WriteFactors(const TilePlace& at, const float* pixels,
                  const Factors& factors) {
  const int64_t done =
      HasAvx512Gemm() ? WideToFactors<Transform>(at, pixels, factors) : 0;
  if (done == at.image.channels) return;
  AllToFactors<Transform, Register<float>>(at, done, pixels, factors);
}

}  // namespace

void WriteInputFactors(const TilePlace& at, const float* pixels,
                       const Factors& factors) {
  WriteFactors<InputTransform>(at, pixels, factors);
}

void WriteGradFactors(const TilePlace& at, const float* pixels,
                      const Factors& factors) {
  WriteFactors<OutputGradTransform>(at, pixels, factors);
}

void WriteResults(const TilePlace& at, const Factors& sums, const float* bias,
                  float* pixels) {
  const int64_t done =
      HasAvx512Gemm() ? WideFromSums(at, sums, bias, pixels) : 0;
  if (done == at.image.channels) return;
  AllFromSums<Register<float>>(at, done, sums, bias, pixels);
}

}  // namespace paddle::operators::kernels::winograd
