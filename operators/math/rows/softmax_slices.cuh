// Softmax of slices of a tensor, in code on GPUs.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/math/device/team_reduce.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Calls work(team, at) for each slice of the view, where `at` is its first
// element and the others follow at distances of v.inner. `team` is a
// platform::Team or Alone. Work is a struct with an operator() marked
// PADDLE_DEVICE.
//
// Neighbouring slices are interleaved in memory if inner > 1: a thread for each
// slice then reads whole lines together with its neighbours. That takes many
// slices, or short ones; otherwise a team shares a slice.
template <typename Work>
void ForEachSlice(const platform::CUDADeviceContext& device, const AxisView& v,
                  const Work& work) {
  constexpr int64_t kEnough = 8192;  // threads that keep a GPU busy
  constexpr int64_t kShort = 32;
  // Each launch gives `work` the index of the slice's first element.
  const int64_t slices = v.outer * v.inner, size = v.size, inner = v.inner;
  if (size == 0) return;
  if (inner > 1 && (slices >= kEnough || size <= kShort)) {
    platform::ForEach(device, slices, [=] PADDLE_DEVICE(int64_t slice) {
      const int64_t outer = slice / inner;
      work(Alone(), outer * size * inner + (slice - outer * inner));
    });
    return;
  }
  platform::ForEachTeam(
      device, slices, size, [=] PADDLE_DEVICE(const platform::Team& team) {
        const int64_t outer = team.index() / inner;
        work(team, outer * size * inner + (team.index() - outer * inner));
      });
}

// The elements of a slice, widened to the type to compute in.
template <typename T>
struct SliceOf {
  const T* data;
  int64_t stride;
  PADDLE_DEVICE platform::Accumulator<T> operator()(int64_t i) const {
    return platform::Widened(data[i * stride]);
  }
};

// The largest element of a slice, and the sum of exp(x - max) over it.
template <typename A>
struct SoftmaxSum {
  A max, sum;
  PADDLE_DEVICE A Exp(A x) const { return std::exp(x - max); }
};

// Returns both, on all lanes of the team, in two passes over the slice.
template <typename T, typename AnyTeam>
PADDLE_DEVICE SoftmaxSum<platform::Accumulator<T>> SumOfSlice(
    const AnyTeam& team, int64_t size, const SliceOf<T>& x) {
  using A = platform::Accumulator<T>;
  SoftmaxSum<A> result;
  // The maximum first: exp(x - max) cannot overflow.
  result.max = ReduceByTeam<A>(team, size, MaxReducer(), x);
  A sum = 0;
  for (int64_t i = team.lane(); i < size; i += team.size()) {
    sum += result.Exp(x(i));
  }
  result.sum = team.Reduce(sum, SumReducer());
  return result;
}

}  // namespace paddle::operators::kernels
