#include "paddle/operators/convolution/winograd_tiles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/loops/vector_register.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"
#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

namespace paddle::operators::kernels::winograd {
namespace {

using platform::bfloat16;

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

// Vectors of the bits of floats, and of their upper halves.
template <int kBytes>
struct VectorsOf {
  typedef uint16_t Halves __attribute__((vector_size(kBytes / 2)));
  typedef uint32_t Bits __attribute__((vector_size(kBytes)));
};

// bfloat16 is the upper half of a float.
template <class Lanes>
PADDLE_WINOGRAD_INLINE void Read(const bfloat16* from, Lanes* x) {
  using Halves = typename VectorsOf<sizeof(Lanes)>::Halves;
  using Bits = typename VectorsOf<sizeof(Lanes)>::Bits;
  Halves halves;
  std::memcpy(&halves, from, sizeof(halves));
  const Bits bits = __builtin_convertvector(halves, Bits) << 16;
  std::memcpy(x, &bits, sizeof(bits));
}
template <class Lanes>
PADDLE_WINOGRAD_INLINE void Write(const Lanes& x, bfloat16* to) {
  using Halves = typename VectorsOf<sizeof(Lanes)>::Halves;
  using Bits = typename VectorsOf<sizeof(Lanes)>::Bits;
  Bits bits;
  std::memcpy(&bits, &x, sizeof(bits));
  const Bits rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  // Rounding could make an infinity of a NaN.
  const Bits quiet = (bits >> 16) | 0x40;
  const Halves halves =
      __builtin_convertvector(x == x ? rounded : quiet, Halves);
  std::memcpy(to, &halves, sizeof(halves));
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
template <class Transform, class Lanes, typename T>
PADDLE_WINOGRAD_INLINE void ToFactors(const TilePlace& at, const Square& square,
                                      const T* pixels, int64_t channel,
                                      const Factors& factors) {
  constexpr int kSize = Transform::kFrom;
  constexpr int kTo = Transform::kTo;
  Lanes x[kSize][kSize], y[kTo][kTo];
  const T* const from = pixels + square.first + channel;
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
  for (int i = 0; i < kTo; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < kTo; ++j, to += factors.step()) Write(y[i][j], to);
  }
}

// Writes the results of some channels of a tile.
template <class Transform, class Lanes, typename T>
PADDLE_WINOGRAD_INLINE void FromSums(const TilePlace& at, const Square& square,
                                     const Factors& sums,
                                     const InRegisters<T>& finish,
                                     int64_t channel, T* pixels) {
  constexpr int kSize = Transform::kFrom, kTo = Transform::kTo;
  Lanes x[kSize][kSize], y[kTo][kTo], more{};
  if (finish.bias != nullptr) Read(finish.bias + channel, &more);
  const float* from = sums.At(at.tile, channel);
#pragma GCC unroll 6
  for (int i = 0; i < kSize; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < kSize; ++j, from += sums.step()) Read(from, &x[i][j]);
  }
  TransformBoth<Transform>(x, y);
  const float least = finish.bounds.low, most = finish.bounds.high;
  const Lanes low = Lanes{} + least, high = Lanes{} + most;
  const int64_t corner = square.first + channel;
#pragma GCC unroll 4
  for (int i = 0; i < kTo; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kTo; ++j) {
      if (!square.Has(i, j)) continue;
      const int64_t pixel = corner + at.image.offset(i, j);
      Lanes result = y[i][j] + more;
      if (finish.residual != nullptr) {
        Lanes residual;
        Read(finish.residual + pixel, &residual);
        result += residual;
      }
      result = result < least ? low : result;
      result = result > most ? high : result;
      Write(result, pixels + pixel);
    }
  }
}

// Do so for all channels from `channel` on that fill vectors; return the next.
template <class Transform, class Lanes, typename T>
PADDLE_WINOGRAD_INLINE int64_t AllToFactors(const TilePlace& at,
                                            int64_t channel, const T* pixels,
                                            const Factors& factors) {
  constexpr int64_t kCount = sizeof(Lanes) / sizeof(float);
  const Square square(at, Transform::kFrom);
  for (; channel + kCount <= at.image.channels; channel += kCount) {
    ToFactors<Transform, Lanes>(at, square, pixels, channel, factors);
  }
  return channel;
}

template <class Transform, class Lanes, typename T>
PADDLE_WINOGRAD_INLINE int64_t AllFromSums(const TilePlace& at, int64_t channel,
                                           const Factors& sums,
                                           const InRegisters<T>& finish,
                                           T* pixels) {
  constexpr int64_t kCount = sizeof(Lanes) / sizeof(float);
  const Square square(at, Transform::kTo);
  for (; channel + kCount <= at.image.channels; channel += kCount) {
    FromSums<Transform, Lanes>(at, square, sums, finish, channel, pixels);
  }
  return channel;
}

#ifdef __x86_64__

typedef float WideLanes __attribute__((vector_size(64)));

template <class Transform, typename T>
PADDLE_AVX512 int64_t WideToFactors(const TilePlace& at, const T* pixels,
                                    const Factors& factors) {
  return AllToFactors<Transform, WideLanes>(at, 0, pixels, factors);
}

template <class Transform, typename T>
PADDLE_AVX512 int64_t WideFromSums(const TilePlace& at, const Factors& sums,
                                   const InRegisters<T>& finish, T* pixels) {
  return AllFromSums<Transform, WideLanes>(at, 0, sums, finish, pixels);
}

#else

template <class Transform, typename T>
int64_t WideToFactors(const TilePlace&, const T*, const Factors&) {
  return 0;
}

template <class Transform, typename T>
int64_t WideFromSums(const TilePlace&, const Factors&, const InRegisters<T>&,
                     T*) {
  return 0;
}

#endif

// Channels of bfloat16 fill the widest registers.
template <class Transform, typename T>
void WriteFactors(const TilePlace& at, const T* pixels,
                  const Factors& factors) {
  const int64_t done =
      HasAvx512Gemm() ? WideToFactors<Transform>(at, pixels, factors) : 0;
  if constexpr (std::is_same_v<T, float>) {
    if (done == at.image.channels) return;
    AllToFactors<Transform, Register<float>>(at, done, pixels, factors);
  }
}

template <class Transform, typename T>
void WriteSums(const TilePlace& at, const Factors& sums,
               const InRegisters<T>& finish, T* pixels) {
  const int64_t done =
      HasAvx512Gemm() ? WideFromSums<Transform>(at, sums, finish, pixels) : 0;
  if constexpr (std::is_same_v<T, float>) {
    if (done == at.image.channels) return;
    AllFromSums<Transform, Register<float>>(at, done, sums, finish, pixels);
  }
}

}  // namespace

template <typename T>
void WriteInputFactors(const TilePlace& at, const T* pixels,
                       const Factors& factors) {
  if constexpr (std::is_same_v<T, float>) {
    if (factors.tile == kSmallTile) {
      return WriteFactors<SmallInputTransform>(at, pixels, factors);
    }
  }
  WriteFactors<InputTransform>(at, pixels, factors);
}

void WriteGradFactors(const TilePlace& at, const float* pixels,
                      const Factors& factors) {
  WriteFactors<OutputGradTransform>(at, pixels, factors);
}

template <typename T>
void WriteResults(const TilePlace& at, const Factors& sums,
                  const InRegisters<T>& finish, T* pixels) {
  if constexpr (std::is_same_v<T, float>) {
    if (sums.tile == kSmallTile) {
      return WriteSums<SmallOutputTransform>(at, sums, finish, pixels);
    }
  }
  WriteSums<OutputTransform>(at, sums, finish, pixels);
}

PADDLE_INSTANTIATE_ONE(WriteInputFactors<float>);
PADDLE_INSTANTIATE_ONE(WriteInputFactors<bfloat16>);
PADDLE_INSTANTIATE_ONE(WriteResults<float>);
PADDLE_INSTANTIATE_ONE(WriteResults<bfloat16>);

}  // namespace paddle::operators::kernels::winograd
