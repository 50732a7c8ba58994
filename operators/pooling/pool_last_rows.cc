#include "paddle/operators/pooling/pool_last_rows.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/pooling/pool_windows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using platform::Accumulator;

// Combines the pixels that window `x` sees of a row of combined lines.
template <typename A, typename Combine>
void CombinePixels(const PoolShape& s, int64_t x, const A* row, A neutral,
                   const Combine& combine, A* out) {
  const int64_t begin = s.Begin(2, x);
  CombineRuns(s.channels, s.End(2, x) - begin, row + begin * s.channels,
              s.channels, neutral, combine, out);
}

// Calls finish(y, x, pixel of the output) for each combined pixel, in the
// accumulator of T.
template <typename T, typename Combine, typename Finish>
void CombineRows(const PoolShape& s, const T* x, Accumulator<T> neutral,
                 const Combine& combine, const Finish& finish, T* out) {
  using A = Accumulator<T>;
  // Elements that are worth a thread.
  constexpr int64_t kGrain = 16384;
  if (s.channels == 0) return;
  const int64_t images = s.planes / s.channels;
  const int64_t width = s.in[2] * s.channels;
  const int64_t work = width * s.in[1] / s.out[1] + 1;
  platform::ParallelFor(
      images * s.out[1], kGrain / work + 1, [&](int64_t begin, int64_t end) {
        A* row = ThreadScratch<A>(ScratchSlot::kPiece, width + s.channels);
        for (int64_t r = begin; r < end; ++r) {
          const int64_t y = r % s.out[1];
          const T* image = x + r / s.out[1] * s.in[1] * width;
          CombineLines(s, {0, y}, s.channels, image, neutral, combine, row);
          for (int64_t o = 0; o < s.out[2]; ++o) {
            T* to = out + (r * s.out[2] + o) * s.channels;
            A* pixel = WideOutput(to, row + width);
            CombinePixels(s, o, row, neutral, combine, pixel);
            finish(y, o, pixel);
            StoreWide(s.channels, pixel, to);
          }
        }
      });
}

}  // namespace

template <typename T>
void MaxPoolRows(const PoolShape& s, const T* x, T* out) {
  using A = Accumulator<T>;
  using Limits = std::numeric_limits<A>;
  const A least =
      Limits::has_infinity ? A(-Limits::infinity()) : Limits::lowest();
  CombineRows(
      s, x, least, Larger(), [](int64_t, int64_t, A*) {}, out);
}

template <typename T>
void AveragePoolRows(const PoolShape& s, bool exclusive, const T* x, T* out) {
  using A = Accumulator<T>;
  const auto divide = [&](int64_t y, int64_t o, A* pixel) {
    const A area =
        static_cast<A>(s.Length(1, y, exclusive) * s.Length(2, o, exclusive));
    AssignRun(s.channels, pixel, [=](int64_t j) { return pixel[j] / area; });
  };
  CombineRows(s, x, A(0), std::plus<A>(), divide, out);
}

template void MaxPoolRows<int8_t>(const PoolShape&, const int8_t*, int8_t*);
template void MaxPoolRows<uint8_t>(const PoolShape&, const uint8_t*, uint8_t*);
#define INSTANTIATE(T)                                          \
  template void MaxPoolRows<T>(const PoolShape&, const T*, T*); \
  template void AveragePoolRows<T>(const PoolShape&, bool, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)
#undef INSTANTIATE

}  // namespace paddle::operators::kernels
