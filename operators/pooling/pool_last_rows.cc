#include "paddle/operators/pooling/pool_last_rows.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/pooling/pool_windows.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

// Combines the pixels that window `x` sees of a row of combined lines.
template <typename T, typename Combine>
void CombinePixels(const PoolShape& s, int64_t x, const T* row, T neutral,
                   const Combine& combine, T* out) {
  std::fill_n(out, s.channels, neutral);
  for (int64_t i = s.Begin(2, x); i < s.End(2, x); ++i) {
    const T* from = row + i * s.channels;
    AccumulateRun(s.channels, out, combine, [=](int64_t j) { return from[j]; });
  }
}

// Calls finish(y, x, pixel of the output) for each combined pixel.
template <typename T, typename Combine, typename Finish>
void CombineRows(const PoolShape& s, const T* x, T neutral,
                 const Combine& combine, const Finish& finish, T* out) {
  // Elements that are worth a thread.
  constexpr int64_t kGrain = 16384;
  if (s.channels == 0) return;
  const int64_t images = s.planes / s.channels;
  const int64_t width = s.in[2] * s.channels;
  const int64_t work = width * s.in[1] / s.out[1] + 1;
  platform::ParallelFor(
      images * s.out[1], kGrain / work + 1, [&](int64_t begin, int64_t end) {
        T* row = ThreadScratch<T>(ScratchSlot::kPiece, width);
        for (int64_t r = begin; r < end; ++r) {
          const int64_t y = r % s.out[1];
          const T* image = x + r / s.out[1] * s.in[1] * width;
          CombineLines(s, {0, y}, s.channels, image, neutral, combine, row);
          for (int64_t o = 0; o < s.out[2]; ++o) {
            T* pixel = out + (r * s.out[2] + o) * s.channels;
            CombinePixels(s, o, row, neutral, combine, pixel);
            finish(y, o, pixel);
          }
        }
      });
}

}  // namespace

template <typename T>
void MaxPoolRows(const PoolShape& s, const T* x, T* out) {
  using Limits = std::numeric_limits<T>;
  const T least =
      Limits::has_infinity ? T(-Limits::infinity()) : Limits::lowest();
  CombineRows(
      s, x, least, Larger(), [](int64_t, int64_t, T*) {}, out);
}

template <typename T>
void AveragePoolRows(const PoolShape& s, bool exclusive, const T* x, T* out) {
  const auto divide = [&](int64_t y, int64_t o, T* pixel) {
    const T area =
        static_cast<T>(s.Length(1, y, exclusive) * s.Length(2, o, exclusive));
    AssignRun(s.channels, pixel, [=](int64_t j) { return pixel[j] / area; });
  };
  CombineRows(s, x, T(0), std::plus<T>(), divide, out);
}

PADDLE_INSTANTIATE_ONE(MaxPoolRows<float>);
PADDLE_INSTANTIATE_ONE(MaxPoolRows<double>);
PADDLE_INSTANTIATE_ONE(MaxPoolRows<int8_t>);
PADDLE_INSTANTIATE_ONE(MaxPoolRows<uint8_t>);
PADDLE_INSTANTIATE_ONE(AveragePoolRows<float>);
PADDLE_INSTANTIATE_ONE(AveragePoolRows<double>);

}  // namespace paddle::operators::kernels
