// Inner loops over consecutive elements in a form that compilers vectorize:
// blocks of a fixed number of independent iterations. `term(j)` returns the
// value at j; it is small, pure, and inlined.
//
//   AssignRun(size, out, [=](int64_t j) { return a * x[j] + y[j]; });
//   const float sum = ReduceRun(size, 0.f, SumReducer(),
//                               [=](int64_t j) { return x[j] * y[j]; });
//
// All run on the calling thread; ParallelFor gives each thread its range.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

// A large block is long enough to hide the latency of additions (several vector
// registers at once); a small one is a single wide register, for what is left.
inline constexpr int64_t kBlock = 64;
inline constexpr int64_t kSmallBlock = 8;

// The operands of a loop: consecutive elements, or one element that all
// iterations share, which then stays in a register. Both are indexed alike, so
// that one body serves both.
template <typename T>
struct Consecutive {
  const T* data;
  T operator[](int64_t j) const { return data[j]; }
};
template <typename T>
struct Shared {
  T value;
  T operator[](int64_t) const { return value; }
};

// Calls visit(operand) with the operand that begins at `data` and advances by
// `stride` elements, 1 or 0. The branch is here, outside of the loop.
template <typename T, typename Visit>
inline void WithOperand(const T* data, int64_t stride, const Visit& visit) {
  if (stride == 0) {
    visit(Shared<T>{*data});
  } else {
    visit(Consecutive<T>{data});
  }
}

namespace internal {

// Runs one block. `flatten` inlines what `step` calls: a call that is left in
// the loop would keep it from being vectorized.
template <int64_t kSize, typename Step>
__attribute__((flatten)) inline void RunBlock(int64_t begin, const Step& step) {
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kSize; ++j) step(begin + j);
}

}  // namespace internal

// Calls step(j) for j in [0, size), in any order and several at once: one j
// must not read what another writes. The few last steps run one by one.
template <typename Step>
inline void ForIndependent(int64_t size, const Step& step) {
  int64_t j = 0;
  for (; j + kBlock <= size; j += kBlock) internal::RunBlock<kBlock>(j, step);
  for (; j + kSmallBlock <= size; j += kSmallBlock) {
    internal::RunBlock<kSmallBlock>(j, step);
  }
  for (; j < size; ++j) step(j);
}

// Computes out[j] = term(j) for j in [0, size). The term may read out[j], but
// no other element of `out`.
template <typename T, typename Term>
inline void AssignRun(int64_t size, T* out, const Term& term) {
  ForIndependent(size, [=](int64_t j) { out[j] = term(j); });
}

// Computes sums[j] = reducer(sums[j], term(j)) for j in [0, size): a vector of
// sums, as of the columns of a matrix, to which a row is added.
template <typename T, typename Reducer, typename Term>
inline void AccumulateRun(int64_t size, T* sums, const Reducer& reducer,
                          const Term& term) {
  ForIndependent(size, [=](int64_t j) { sums[j] = reducer(sums[j], term(j)); });
}

namespace internal {

// Reduces `size` terms, a multiple of kBlock and not 0, in kBlock lanes that
// are then combined pairwise. One running sum could not be vectorized, as the
// compiler may not reorder additions.
template <typename T, typename Reducer, typename Term>
inline T ReduceBlocks(int64_t begin, int64_t size, const Reducer& reducer,
                      const Term& term) {
  // The first block starts the lanes, so no identity is needed.
  T lanes[kBlock];
  RunBlock<kBlock>(0, [&](int64_t j) { lanes[j] = term(begin + j); });
  int64_t done = kBlock;
  // gcc keeps the lanes in memory, which four terms at a time wait for once.
  for (; done + 4 * kBlock <= size; done += 4 * kBlock) {
    const int64_t next = begin + done;
    RunBlock<kBlock>(0, [&](int64_t j) {
      const int64_t i = next + j;
      const T two = reducer(reducer(lanes[j], term(i)), term(i + kBlock));
      lanes[j] =
          reducer(reducer(two, term(i + 2 * kBlock)), term(i + 3 * kBlock));
    });
  }
  for (; done < size; done += kBlock) {
    const int64_t next = begin + done;
    RunBlock<kBlock>(
        0, [&](int64_t j) { lanes[j] = reducer(lanes[j], term(next + j)); });
  }
  // A tree over the lanes: rounding errors grow with its depth only.
  for (int64_t half = kBlock / 2; half > 0; half /= 2) {
    for (int64_t j = 0; j < half; ++j) {
      lanes[j] = reducer(lanes[j], lanes[j + half]);
    }
  }
  return lanes[0];
}

}  // namespace internal

// Returns the reduction of `sum` and term(0), ..., term(size - 1), in an order
// that depends on the size only: partial results side by side, then combined
// pairwise.
template <typename T, typename Reducer, typename Term>
inline T ReduceRun(int64_t size, T sum, const Reducer& reducer,
                   const Term& term) {
  // Long enough to be fast; short enough that a float sum stays accurate.
  constexpr int64_t kStretch = 128 * kBlock;
  int64_t j = 0;
  // Shorter runs would spend more on combining the lanes than they save.
  while (size - j >= 4 * kBlock) {
    const int64_t stretch = std::min(kStretch, (size - j) / kBlock * kBlock);
    sum = reducer(sum, internal::ReduceBlocks<T>(j, stretch, reducer, term));
    j += stretch;
  }
  if (size - j >= 8) {  // four sums: no addition waits for the one before
    T b = term(j), c = term(j + 1), d = term(j + 2);
    for (j += 3; j + 4 <= size; j += 4) {
      sum = reducer(sum, term(j));
      b = reducer(b, term(j + 1));
      c = reducer(c, term(j + 2));
      d = reducer(d, term(j + 3));
    }
    sum = reducer(reducer(sum, b), reducer(c, d));
  }
  for (; j < size; ++j) sum = reducer(sum, term(j));
  return sum;
}

}  // namespace paddle::operators::kernels
