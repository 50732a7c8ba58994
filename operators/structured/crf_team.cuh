// Functions of teams of threads on rows of logarithms: what crf_chain.h and
// log_matrix.h do on the CPU. Lane k computes the elements k, k + team.size(),
// ...; the caller puts a Barrier before other lanes read them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/softmax_slices.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Subtracts the maximum from x and returns it; if that is -inf, leaves x as it
// is and returns 0. All lanes return the same value. Includes the barriers of
// the reduction.
template <typename T>
PADDLE_DEVICE T NormalizeByTeam(const platform::Team& team, int64_t size,
                                T* x) {
  const T max = ReduceByTeam<T>(team, size, MaxReducer(), SliceOf<T>{x, 1});
  if (max == -std::numeric_limits<T>::infinity()) return T(0);
  for (int64_t j = team.lane(); j < size; j += team.size()) x[j] -= max;
  return max;
}

// Computes scores[j] += emission[j] - max(emission); returns the maximum.
template <typename T>
PADDLE_DEVICE T AddEmissionByTeam(const platform::Team& team, int64_t tags,
                                  const T* emission, T* scores) {
  const T greatest =
      ReduceByTeam<T>(team, tags, MaxReducer(), SliceOf<T>{emission, 1});
  for (int64_t j = team.lane(); j < tags; j += team.size()) {
    scores[j] += emission[j] - greatest;
  }
  return greatest;
}

// Returns log(sum_i exp(v[i] + step[i * stride])), computed by one thread in
// two passes: the first finds the maximum, which keeps exp from overflowing.
template <typename T>
PADDLE_DEVICE T LogSumOfSteps(int64_t tags, const T* v, const T* step,
                              int64_t stride) {
  T max = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < tags; ++i) {
    const T score = v[i] + step[i * stride];
    max = score > max ? score : max;
  }
  if (max == -std::numeric_limits<T>::infinity()) return max;
  T sum = 0;
  for (int64_t i = 0; i < tags; ++i) {
    sum += std::exp(v[i] + step[i * stride] - max);
  }
  return max + std::log(sum);
}

}  // namespace paddle::operators::kernels
