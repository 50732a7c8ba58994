// Sums of many terms on the calling thread, whose partial sums stay in
// registers: ReduceRun (vector_loops.h), which takes any reducer and any term,
// has them in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_register.h"

namespace paddle::operators::kernels {

// Returns the element at `from`, or for a V that is a register the elements
// from there on.
template <typename V, typename T>
inline V ReadAs(const T* from) {
  if constexpr (std::is_same_v<V, T>) {
    return *from;
  } else {
    return Load(from);
  }
}

// Writes an element, or those of a register.
template <typename V, typename T>
inline void WriteAs(const V& v, T* to) {
  if constexpr (std::is_same_v<V, T>) {
    *to = v;
  } else {
    Store(v, to);
  }
}

namespace internal {

// Adds the second half of some registers to the first, and so on.
template <typename R, size_t... i>
inline __attribute__((always_inline)) void FoldRegisters(
    R* lanes, std::index_sequence<i...>) {
  constexpr size_t kHalf = sizeof...(i);
  ((lanes[i] += lanes[i + kHalf]), ...);
  if constexpr (kHalf > 1) {
    FoldRegisters(lanes, std::make_index_sequence<kHalf / 2>());
  }
}

// Returns the sum of `size` terms, a multiple of kBlock and not 0, in the order
// of ReduceBlocks.
template <typename T, typename Term, size_t... i>
inline T SumBlocks(int64_t begin, int64_t size, const Term& term,
                   std::index_sequence<i...>) {
  using R = Register<T>;
  constexpr int64_t kStep = kLanes<T>;
  R lanes[] = {term(R(), begin + static_cast<int64_t>(i) * kStep)...};
  for (int64_t j = begin + kBlock; j < begin + size; j += kBlock) {
    ((lanes[i] += term(R(), j + static_cast<int64_t>(i) * kStep)), ...);
  }
  FoldRegisters(lanes, std::make_index_sequence<sizeof...(i) / 2>());
  T last[kStep];
  Store(lanes[0], last);
  for (int64_t half = kStep / 2; half > 0; half /= 2) {
    for (int64_t j = 0; j < half; ++j) last[j] += last[j + half];
  }
  return last[0];
}

}  // namespace internal

// Returns the sum of the terms 0 to size - 1 in the order of ReduceRun, which
// depends on the size only. term(V(), j) returns term j for V = T, and several
// from j on for V = Register<T>; it is called once for each. T is float or
// double.
//
//   SumRun<float>(size, [=](auto v, int64_t j) {
//     return ReadAs<decltype(v)>(x + j) * ReadAs<decltype(v)>(y + j);
//   });
template <typename T, typename Term>
inline T SumRun(int64_t size, const Term& term) {
  constexpr int64_t kStretch = 128 * kBlock;  // that of ReduceRun
  T sum = 0;
  int64_t j = 0;
  while (size - j >= 4 * kBlock) {
    const int64_t stretch = std::min(kStretch, (size - j) / kBlock * kBlock);
    sum += internal::SumBlocks<T>(
        j, stretch, term, std::make_index_sequence<kBlock / kLanes<T>>());
    j += stretch;
  }
  return ReduceRun(size - j, sum, std::plus<T>(),
                   [&term, j](int64_t k) { return term(T(), j + k); });
}

}  // namespace paddle::operators::kernels
