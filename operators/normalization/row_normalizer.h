// Normalizes rows on the CPU one by one, for functions that make a row and
// normalize it while it is in cache.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Elements of rows that pay for a task.
inline constexpr int64_t kRowsGrain = 16384;

// Calls visit(at, length, channel, step) for the stretches of a row: element j
// of a stretch, at + j of the row, belongs to channel + j * step. In a stretch
// the loops need no division to find the channel.
template <typename Visit>
void ForEachStretch(const NormRows& s, int64_t row, const Visit& visit) {
  const int64_t channel = row % s.groups * s.channels;
  if (s.inner == 1) return visit(0, s.channels, channel, 1);
  for (int64_t c = 0; c < s.channels; ++c) {
    visit(c * s.inner, s.inner, channel + c, 0);
  }
}

// The parameters and results of NormalizeRows. Made on the thread that starts
// the loop over rows, whose scratch memory it may use, and read by those that
// run it; the tensors outlive it.
template <typename T>
class RowNormalizer {
 public:
  using A = platform::Accumulator<T>;

  RowNormalizer(const NormRows& shape, const framework::Tensor* scale,
                const framework::Tensor* bias, double epsilon,
                framework::Tensor* mean, framework::Tensor* spread);

  // Returns how many rows pay for a task.
  int64_t grain() const { return kRowsGrain / (shape_.row_size() + 1) + 1; }

  // Normalizes rows [begin, end) with the calling thread's scratch memory. `x`
  // and `y` begin at row `begin`; y may be x. With `streams` the rows may be
  // written past the caches.
  void operator()(int64_t begin, int64_t end, const T* x, T* y,
                  bool streams = false) const;

  // Normalizes rows [begin, end) of sum = x + residual, that of
  // elementwise_add, as above and with the same bits. All begin at row `begin`;
  // sum may be x or y, and x may be y.
  void NormalizeSums(int64_t begin, int64_t end, const T* x, const T* residual,
                     T* sum, T* y) const;

 private:
  // Returns true if NormalizeByAvx512 takes the rows.
  bool UsesAvx512() const;

  // Normalizes a row. `x` and `y` begin at it.
  void NormalizeByAvx512(int64_t row, bool streams, const T* x, T* y) const;

  // Normalizes a long row of x + residual, not of 16-bit numbers. All begin at
  // it.
  void NormalizeSum(int64_t row, const T* x, const T* residual, T* sum,
                    T* y) const;

  // Normalizes a row of this mean.
  void Normalize(int64_t row, A mean, const A* in, A* out) const;

  const NormRows shape_;
  const double epsilon_;
  const A* scale_;
  const A* bias_;
  A* means_;  // null: nothing is subtracted
  A* spreads_;
};

}  // namespace paddle::operators::kernels
