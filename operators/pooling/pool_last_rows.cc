#include "paddle/operators/pooling/pool_last_rows.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/pooling/pool_first.h"
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

// Adds the gradients of the windows of one image.
class ImageGrad {
 public:
  ImageGrad(const PoolShape& s, const float* x, float* d_x)
      : s_(s),
        halving_(IsHalving(s)),
        x_(x),
        d_x_(d_x),
        best_(ThreadScratch<float>(ScratchSlot::kPiece, 2 * s.channels)),
        which_(best_ + s.channels) {}

  // Adds what window (y, o) gets to the first of its largest elements.
  void Add(int64_t y, int64_t o, const float* d_out) {
    FindLargest(y, o);
    FindFirst(y, o);
    ForEachTap(y, o, [&](int64_t number, int64_t at) {
      const float tap = static_cast<float>(number);
      const float* which = which_;
      float* to = d_x_ + at;
      AssignRun(s_.channels, to, [=](int64_t j) {
        return which[j] == tap ? to[j] + d_out[j] : to[j];
      });
    });
  }

 private:
  // Calls body(number of the tap in the window, offset of its pixel).
  template <typename Body>
  void ForEachTap(int64_t y, int64_t o, const Body& body) const {
    const int64_t top = y * s_.stride[1] - s_.padding[1];
    const int64_t left = o * s_.stride[2] - s_.padding[2];
    for (int64_t i = s_.Begin(1, y); i < s_.End(1, y); ++i) {
      for (int64_t j = s_.Begin(2, o); j < s_.End(2, o); ++j) {
        body((i - top) * s_.kernel[2] + j - left,
             (i * s_.in[2] + j) * s_.channels);
      }
    }
  }

  void FindLargest(int64_t y, int64_t o) {
    std::fill_n(best_, s_.channels, -std::numeric_limits<float>::infinity());
    ForEachTap(y, o, [&](int64_t, int64_t at) {
      const float* x = x_ + at;
      AccumulateRun(s_.channels, best_, Larger(),
                    [=](int64_t j) { return x[j]; });
    });
  }

  // The first NaN is the largest, but without overlap the first element stands
  // for it, as in pool_halving.h.
  void FindFirst(int64_t y, int64_t o) {
    float* const which = which_;
    std::fill_n(which, s_.channels, float(-1));
    ForEachTap(y, o, [&](int64_t number, int64_t at) {
      const float tap = static_cast<float>(number);
      const float* x = x_ + at;
      const float* best = best_;
      const bool sees_nan = !halving_;
      AssignRun(s_.channels, which, [=](int64_t j) {
        const bool is_best = (x[j] == best[j]) | (sees_nan & (x[j] != x[j]));
        return (is_best & (which[j] < 0)) ? tap : which[j];
      });
    });
    if (!halving_) return;
    AssignRun(s_.channels, which,
              [=](int64_t j) { return which[j] < 0 ? float(0) : which[j]; });
  }

  const PoolShape& s_;
  const bool halving_;
  const float* const x_;
  float* const d_x_;
  float* const best_;
  float* const which_;  // the number of the tap
};

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

void MaxPoolRowsGrad(const PoolShape& s, const float* x, const float* d_out,
                     float* d_x) {
  EnforceNumbered(s);
  if (s.channels == 0) return;
  const int64_t size = Volume(s.in) * s.channels;
  platform::ParallelFor(
      s.planes / s.channels, 1, [&](int64_t begin, int64_t end) {
        for (int64_t n = begin; n < end; ++n) {
          std::fill_n(d_x + n * size, size, 0.0F);
          ImageGrad grad(s, x + n * size, d_x + n * size);
          const float* d = d_out + n * Volume(s.out) * s.channels;
          for (int64_t y = 0; y < s.out[1]; ++y) {
            for (int64_t o = 0; o < s.out[2]; ++o, d += s.channels) {
              grad.Add(y, o, d);
            }
          }
        }
      });
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
