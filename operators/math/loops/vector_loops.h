// Inner loops over consecutive elements, in the form that compilers vectorise:
// blocks of a fixed number of independent iterations. `term(j)` gives the
// value at j; it is small, pure, and inlined.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

inline constexpr int64_t kBlock = 64;
inline constexpr int64_t kSmallBlock = 8;

// Where a loop takes an operand from: consecutive elements, or one element
// that all iterations share.
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

// visit(operand) for the operand that begins at `data` and advances by `stride`
// elements, 1 or 0.
template <typename T, typename Visit>
inline void WithOperand(const T* data, int64_t stride, const Visit& visit) {
  if (stride == 0) {
    visit(Shared<T>{*data});
  } else {
    visit(Consecutive<T>{data});
  }
}

namespace internal {

// A call that is left in the loop would keep it from being vectorised.
template <int64_t kSize, typename Step>
__attribute__((flatten)) inline void RunBlock(int64_t begin, const Step& step) {
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kSize; ++j) step(begin + j);
}

}  // namespace internal

// step(j) for j in [0, size), in any order; one j must not read what another
// writes.
template <typename Step>
inline void ForIndependent(int64_t size, const Step& step) {
  int64_t j = 0;
  for (; j + kBlock <= size; j += kBlock) internal::RunBlock<kBlock>(j, step);
  for (; j + kSmallBlock <= size; j += kSmallBlock) {
    internal::RunBlock<kSmallBlock>(j, step);
  }
  for (; j < size; ++j) step(j);
}

// out[j] = term(j). The term may read out[j], but no other element of out.
template <typename T, typename Term>
inline void AssignRun(int64_t size, T* out, const Term& term) {
  ForIndependent(size, [=](int64_t j) { out[j] = term(j); });
}

// sums[j] = reducer(sums[j], term(j)).
template <typename T, typename Reducer, typename Term>
inline void AccumulateRun(int64_t size, T* sums, const Reducer& reducer,
                          const Term& term) {
  ForIndependent(size, [=](int64_t j) { sums[j] = reducer(sums[j], term(j)); });
}

namespace internal {

// Reduces `size` terms, a multiple of kBlock and not 0.
template <typename T, typename Reducer, typename Term>
inline T ReduceBlocks(int64_t begin, int64_t size, const Reducer& reducer,
                      const Term& term) {
  T lanes[kBlock];
  RunBlock<kBlock>(0, [&](int64_t j) { lanes[j] = term(begin + j); });
  for (int64_t done = kBlock; done < size; done += kBlock) {
    const int64_t next = begin + done;
    RunBlock<kBlock>(
        0, [&](int64_t j) { lanes[j] = reducer(lanes[j], term(next + j)); });
  }
  for (int64_t half = kBlock / 2; half > 0; half /= 2) {
    for (int64_t j = 0; j < half; ++j) {
      lanes[j] = reducer(lanes[j], lanes[j + half]);
    }
  }
  return lanes[0];
}

}  // namespace internal

// reducer over `sum` and term(0), ..., term(size - 1), in an order that depends
// on the size only: partial results side by side, then combined pairwise.
template <typename T, typename Reducer, typename Term>
inline T ReduceRun(int64_t size, T sum, const Reducer& reducer,
                   const Term& term) {
  // Long enough to be fast; short enough that a float sum stays accurate.
  constexpr int64_t kStretch = 128 * kBlock;
  int64_t j = 0;
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
