// The one reduction loop: adds up (or takes the largest of) terms computed from
// arrays that are walked through a LoopNest. Used by reductions and by the
// gradients of broadcasting.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// How a reduction whose outermost axis is summed away is cut into parts that
// several threads do. It depends on sizes only, never on the number of threads,
// so that neither does the result.
struct ReductionParts {
  int64_t count = 1;
  int64_t rows = 0;  // of the outermost axis, in each part but the last

  // `total` terms, `rows` of them along the outermost axis, go to `outputs`
  // sums; rows are single terms if `flat`.
  static ReductionParts Of(int64_t total, int64_t rows, int64_t outputs,
                           bool flat);
};

// What ReduceNest asks scratch memory for, if there are several: `outputs`
// elements each.
template <int K>
ReductionParts PartsOf(const LoopNest<K>& nest, int64_t outputs) {
  if (nest.total() == 0 || nest.stride(0, K - 1) != 0) return {};
  return ReductionParts::Of(nest.total(), nest.size(0), outputs,
                            nest.rank() == 1);
}

namespace internal {

// Adds the iterations [begin, end) of the nest to `sums`.
template <typename T, int K, typename Reducer, typename WithTerm>
void AccumulateNest(const LoopNest<K>& nest, const Reducer& reducer,
                    const WithTerm& with_term, int64_t begin, int64_t end,
                    T* sums) {
  const bool one_sum = nest.inner_strides()[K - 1] == 0;
  nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
    T* sum = sums + offsets[K - 1];
    with_term(offsets, [&](const auto& term) {
      if (one_sum) {
        *sum = ReduceRun(length, *sum, reducer, term);
      } else {
        AccumulateRun(length, sum, reducer, term);
      }
    });
  });
}

// Nothing is reduced: out = term.
template <typename T, int K, typename WithTerm>
void AssignNest(const LoopNest<K>& nest, const WithTerm& with_term, T* out) {
  constexpr int64_t kGrain = 32768;
  platform::ParallelFor(nest.total(), kGrain, [&](int64_t begin, int64_t end) {
    nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
      with_term(offsets, [&](const auto& term) {
        AssignRun(length, out + offsets[K - 1], term);
      });
    });
  });
}

template <typename T, typename Reducer>
void CombineParts(int64_t count, int64_t outputs, const Reducer& reducer,
                  const T* parts, T* out) {
  constexpr int64_t kGrain = 4096;
  platform::ParallelFor(outputs, kGrain, [&](int64_t begin, int64_t end) {
    std::copy(parts + begin, parts + end, out + begin);
    for (int64_t part = 1; part < count; ++part) {
      const T* sums = parts + part * outputs + begin;
      AccumulateRun(end - begin, out + begin, reducer,
                    [sums](int64_t j) { return sums[j]; });
    }
  });
}

// The outermost axis is summed away.
template <typename T, int K, typename Reducer, typename WithTerm>
void ReduceOutermost(const LoopNest<K>& nest, const Reducer& reducer,
                     const WithTerm& with_term, Workspace workspace,
                     int64_t outputs, T* out) {
  const int64_t rows = nest.size(0);
  const int64_t row = nest.total() / rows;
  const ReductionParts parts = PartsOf(nest, outputs);
  T* sums = parts.count == 1
                ? out
                : static_cast<T*>(workspace(parts.count * outputs * sizeof(T)));
  platform::ParallelFor(parts.count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      T* own = sums + part * outputs;
      std::fill_n(own, outputs, reducer.template Identity<T>());
      AccumulateNest(nest, reducer, with_term, part * parts.rows * row,
                     std::min((part + 1) * parts.rows, rows) * row, own);
    }
  });
  if (sums != out) CombineParts(parts.count, outputs, reducer, sums, out);
}

// The outermost axis stays: its rows are independent.
template <typename T, int K, typename Reducer, typename WithTerm>
void ReduceWithinRows(const LoopNest<K>& nest, const Reducer& reducer,
                      const WithTerm& with_term, int64_t outputs, T* out) {
  constexpr int64_t kGrain = 16384;
  const int64_t row = nest.total() / nest.size(0);
  std::fill_n(out, outputs, reducer.template Identity<T>());
  platform::ParallelFor(
      nest.size(0), kGrain / row + 1, [&](int64_t begin, int64_t end) {
        AccumulateNest(nest, reducer, with_term, begin * row, end * row, out);
      });
}

}  // namespace internal

// out[...] = reducer over the terms of the iterations that share its element.
// The last array of the nest is `out`, contiguous, with `outputs` elements; it
// does not advance along the axes that are reduced.
// with_term(offsets, visit) calls visit(term), where term(j) is the value of
// iteration j of the run at these offsets. Reducer: operator()(T, T), and the
// Identity<T>() that an output without terms gets.
template <typename T, int K, typename Reducer, typename WithTerm>
void ReduceNest(const LoopNest<K>& nest, const Reducer& reducer,
                const WithTerm& with_term, Workspace workspace, int64_t outputs,
                T* out) {
  if (nest.total() == 0) {
    std::fill_n(out, outputs, reducer.template Identity<T>());
  } else if (!nest.Repeats(K - 1)) {
    internal::AssignNest(nest, with_term, out);
  } else if (nest.stride(0, K - 1) == 0) {
    internal::ReduceOutermost(nest, reducer, with_term, workspace, outputs,
                              out);
  } else {
    internal::ReduceWithinRows(nest, reducer, with_term, outputs, out);
  }
}

}  // namespace paddle::operators::kernels
