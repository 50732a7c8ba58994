// Normalizes a row on a GPU by a team of threads: for kernels that make the row
// before.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/normalization/inverse_of.h"
#include "paddle/operators/normalization/mixed_precision_vector.cuh"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// The row that a team computes.
struct RowView {
  PADDLE_HOST_DEVICE RowView(const NormRows& s, int64_t row)
      : begin(row * s.channels * s.inner),
        size(s.channels * s.inner),
        channel(row % s.groups * s.channels),
        inner(s.inner) {}
  PADDLE_HOST_DEVICE int64_t ChannelOfElement(int64_t j) const {
    return channel + (inner == 1 ? j : j / inner);
  }

  int64_t begin;
  int64_t size;
  int64_t channel;  // the first
  int64_t inner;
};

// Returns the mean of (x - centre)^power over a row; power: 1 or 2. Centred
// before it is squared: mean(x^2) - mean^2 would cancel.
template <int kPower, typename T, typename A>
PADDLE_DEVICE A MeanOfRow(const platform::Team& team, const T* x, int64_t size,
                          A centre) {
  A sum = 0;
  for (int64_t j = team.lane(); j < size; j += team.size()) {
    const A value = platform::Widened(x[j]) - centre;
    sum += kPower == 1 ? value : value * value;
  }
  return team.Reduce(sum, SumReducer()) / static_cast<A>(size > 1 ? size : 1);
}

// The parameters and results of NormalizeRows. A small value that kernels
// capture by copy; it points into tensors, which must outlive the kernel.
template <typename T>
class RowOfTeam {
 public:
  using A = platform::Accumulator<T>;

  RowOfTeam(const NormRows& shape, const framework::Tensor* scale,
            const framework::Tensor* bias, double epsilon,
            framework::Tensor* mean, framework::Tensor* spread)
      : shape_(shape),
        scale_(scale, A(1)),
        bias_(bias, A(0)),
        epsilon_(epsilon),
        means_(mean == nullptr ? nullptr : mean->mutable_data<A>()),
        spreads_(spread->mutable_data<A>()) {}

  // Normalizes the team's row, where `from` and `to` are whole tensors and may
  // be one. Each thread reads and writes the elements lane, lane + size, ... of
  // the row alone.
  PADDLE_DEVICE void operator()(const platform::Team& team, const T* from,
                                T* to) const {
    const RowView row(shape_, team.index());
    const T* in = from + row.begin;
    const A mean =
        means_ == nullptr ? A(0) : MeanOfRow<1>(team, in, row.size, A(0));
    const A variance = MeanOfRow<2>(team, in, row.size, mean);
    const A inverse = InverseOf(variance, epsilon_);
    for (int64_t j = team.lane(); j < row.size; j += team.size()) {
      const int64_t c = row.ChannelOfElement(j);
      to[row.begin + j] = platform::Narrowed<T>(
          (platform::Widened(in[j]) - mean) * (inverse * scale_[c]) + bias_[c]);
    }
    // All threads have the statistics; one writes them.
    if (team.lane() != 0) return;
    if (means_ != nullptr) means_[team.index()] = mean;
    spreads_[team.index()] = means_ == nullptr ? inverse : variance;
  }

 private:
  NormRows shape_;
  MixedSource<T> scale_;
  MixedSource<T> bias_;
  double epsilon_;
  A* means_;  // null: nothing is subtracted
  A* spreads_;
};

}  // namespace paddle::operators::kernels
