#include "paddle/operators/convolution/winograd_filter.h"

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/loops/transpose_block.h"
#include "paddle/operators/math/loops/vector_register.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels::winograd {
namespace {

using Lanes = Register<float>;

constexpr int kAll = kTaps * kTaps;

// The distances between taps; those of one channel of a filter lie side by
// side.
struct TapSteps {
  TapSteps(FilterOrder order, const Factors& factors)
      : row(order == FilterOrder::kForward ? kAll : factors.columns * kAll),
        column(order == FilterOrder::kForward ? factors.rows * kAll : kAll) {}

  int64_t row;     // from one row of the matrix to the next
  int64_t column;  // from one column to the next
};

// The taps of kTransposed columns of a row.
using Taps = float[kAll][kTransposed];

// Calls body(row, column) for kTransposed columns at a time, in parallel.
void ForEachBlock(const Factors& factors,
                  absl::FunctionRef<void(int64_t, int64_t)> body) {
  constexpr int64_t kGrain = 16 * 1024;  // elements that are worth a thread
  const int64_t work = factors.products() * kTransposed * factors.rows;
  platform::ParallelFor(factors.columns / kTransposed, kGrain / work + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t b = begin; b < end; ++b) {
                            for (int64_t i = 0; i < factors.rows; ++i)
                              body(i, b * kTransposed);
                          }
                        });
}

// Reads taps of columns that lie `step` apart.
void LoadTaps(const float* from, int64_t step, Taps& taps) {
  constexpr int64_t kLast = kTransposed;
  TransposeBlock(reinterpret_cast<const uint32_t*>(from), step,
                 reinterpret_cast<uint32_t*>(taps), kTransposed);
  for (int64_t j = 0; j < kTransposed; ++j) {
    taps[kLast][j] = from[j * step + kLast];
  }
}

void StoreTaps(const Taps& taps, int64_t step, float* to) {
  constexpr int64_t kLast = kTransposed;
  TransposeBlock(reinterpret_cast<const uint32_t*>(taps), kTransposed,
                 reinterpret_cast<uint32_t*>(to), step);
  for (int64_t j = 0; j < kTransposed; ++j) {
    to[j * step + kLast] = taps[kLast][j];
  }
}

template <class Transform>
void WriteTransformed(FilterOrder order, const float* filter,
                      const Factors& factors) {
  constexpr int kTo = Transform::kTo;
  const TapSteps step(order, factors);
  const bool reversed = order == FilterOrder::kBackward;
  ForEachBlock(factors, [&](int64_t row, int64_t column) {
    const Panel panel(factors, column);
    Taps taps;
    LoadTaps(filter + row * step.row + column * step.column, step.column, taps);
    for (int64_t j = 0; j < kTransposed; j += kLanes<float>) {
      Lanes x[kTaps][kTaps], y[kTo][kTo];
      for (int t = 0; t < kAll; ++t) {
        x[t / kTaps][t % kTaps] = Load(taps[reversed ? kAll - 1 - t : t] + j);
      }
      TransformBoth<Transform>(x, y);
      float* const to = factors.data + panel.offset + row * panel.columns +
                        column + j - panel.begin;
      for (int i = 0; i < kTo * kTo; ++i) {
        Store(y[i / kTo][i % kTo], to + i * factors.step());
      }
    }
  });
}

}  // namespace

void WriteFilterFactors(FilterOrder order, const float* filter,
                        const Factors& factors) {
  if (factors.tile == kSmallTile) {
    return WriteTransformed<SmallFilterTransform>(order, filter, factors);
  }
  WriteTransformed<FilterTransform>(order, filter, factors);
}

void WriteFilterGrad(const Factors& factors, float* d_filter) {
  const TapSteps step(FilterOrder::kForward, factors);
  ForEachBlock(factors, [&](int64_t row, int64_t column) {
    Taps taps;
    for (int64_t j = 0; j < kTransposed; j += kLanes<float>) {
      Lanes x[kWindow][kWindow], y[kTaps][kTaps];
      const float* const from = factors.At(row, column + j);
      for (int i = 0; i < kWindow * kWindow; ++i) {
        x[i / kWindow][i % kWindow] = Load(from + i * factors.step());
      }
      TransformBoth<FilterGradTransform>(x, y);
      for (int t = 0; t < kAll; ++t) {
        Store(y[t / kTaps][t % kTaps], taps[t] + j);
      }
    }
    StoreTaps(taps, step.column,
              d_filter + row * step.row + column * step.column);
  });
}

}  // namespace paddle::operators::kernels::winograd
