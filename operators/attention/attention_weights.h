// Weights of blocks of an attention's queries, on the CPU: what heads of all
// data types compute from scores, and the order in which heads run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/attention/attention.h"
#include "paddle/operators/attention/attention_head.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Returns the larger of two numbers in a single instruction; a NaN as one of
// them may be lost.
struct PlainMax {
  template <typename T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

// Returns the largest of some numbers, NaN if all others are -inf. A NaN beside
// larger ones makes the sum of exponentials NaN.
template <typename T>
T LargestOf(int64_t size, const T* x) {
  constexpr T kNone = -std::numeric_limits<T>::infinity();
  const auto term = [x](int64_t j) { return x[j]; };
  const T largest = ReduceRun(size, kNone, PlainMax(), term);
  return largest == kNone ? ReduceRun(size, kNone, MaxReducer(), term)
                          : largest;
}

// Replaces scores by their softmax, and stores lse of each row. The maximum is
// subtracted first; a row of -inf only would give NaN and becomes zeros.
template <typename T>
void SoftmaxWithSum(int64_t rows, int64_t seen, T* scores, T* lse,
                    int64_t lse_stride) {
  for (int64_t i = 0; i < rows; ++i, scores += seen) {
    const auto term = [scores](int64_t j) { return scores[j]; };
    const T largest = LargestOf(seen, scores);
    lse[i * lse_stride] = largest;
    if (largest == -std::numeric_limits<T>::infinity()) {
      std::fill_n(scores, seen, T(0));
      continue;
    }
    AssignRun(seen, scores, [=](int64_t j) { return scores[j] - largest; });
    Exp(seen, scores, scores);
    const T sum = ReduceRun(seen, T(0), SumReducer(), term);
    const T inverse = T(1) / sum;
    AssignRun(seen, scores, [=](int64_t j) { return scores[j] * inverse; });
    lse[i * lse_stride] += std::log(sum);
  }
}

// Recomputes the weights from scores and the lse of SoftmaxWithSum, which saves
// storing them and takes a single exp per element.
template <typename T>
void WeightsAgain(int64_t rows, int64_t seen, const T* lse, int64_t lse_stride,
                  T* scores) {
  constexpr T kNone = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < rows; ++i) {
    T* row = scores + i * seen;
    const T log_sum = lse[i * lse_stride];
    if (log_sum == kNone) {
      std::fill_n(row, seen, kNone);
    } else {
      AssignRun(seen, row, [=](int64_t j) { return row[j] - log_sum; });
    }
  }
  Exp(rows * seen, scores, scores);
}

template <typename T>
void Multiply(int64_t size, const T* factors, T* values) {
  AssignRun(size, values, [=](int64_t j) { return values[j] * factors[j]; });
}

// Adds gradients of scores, [rows, pitch] of which the first `seen` columns
// count, to that of the bias.
template <typename T>
void AddBiasGrad(const AttentionHead<T>& one, int64_t first, int64_t rows,
                 int64_t seen, int64_t pitch, const T* ds, T* d_bias) {
  for (int64_t i = 0; i < rows; ++i, ds += pitch) {
    T* sums = d_bias + one.BiasOffset(first + i);
    AccumulateRun(seen, sums, SumReducer(), [ds](int64_t j) { return ds[j]; });
  }
}

// Runs heads of sequences in parallel, except those that add to the same part
// of the bias gradient: these run in order, on one thread, without atomics.
template <typename Body>
void ForEachHead(const AttentionBatch& batch, bool sums_bias,
                 const Body& body) {
  const int64_t sequences = batch.queries.count();
  const bool by_sequence = !sums_bias || batch.BiasSize(0) > 1;
  const bool by_head = !sums_bias || batch.BiasSize(1) > 1;
  const int64_t s_tasks =
      by_sequence ? sequences : std::min<int64_t>(sequences, 1);
  const int64_t h_tasks = by_head ? batch.heads : 1;
  platform::ParallelFor(s_tasks * h_tasks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t s = task / h_tasks;
      const int64_t h = task % h_tasks;
      for (int64_t i = s; i < (by_sequence ? s + 1 : sequences); ++i) {
        for (int64_t j = h; j < (by_head ? h + 1 : batch.heads); ++j) {
          body(i, j);
        }
      }
    }
  });
}

// Computes gradients by heads.Run(sequence, head) for each head; they add up
// that of the bias, unless it is null, to zeros. T: the type of that.
template <typename T, typename Heads>
void RunGradients(const AttentionBatch& batch, framework::Tensor* d_bias,
                  const Heads& heads) {
  if (d_bias != nullptr) {
    std::fill_n(d_bias->mutable_data<T>(), d_bias->numel(), T(0));
  }
  ForEachHead(batch, d_bias != nullptr,
              [&](int64_t i, int64_t head) { heads.Run(i, head); });
}

}  // namespace paddle::operators::kernels
