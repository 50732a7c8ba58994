// The one reduction loop on the CPU. It combines (adds, multiplies, takes the
// largest of) terms that are computed from arrays walked through a LoopNest.
// Reductions use it, and the gradients of broadcasting, which are sums. The sum
// of each column of a matrix:
//
//   const LoopNest<2> nest(space, {RowMajorStrides(space), Strides{0, 1}});
//   ReduceNest(
//       nest, SumReducer(),
//       [x](const auto& offsets, const auto& visit) {
//         visit([from = x + offsets[0]](int64_t j) { return from[j]; });
//       },
//       workspace, columns, sums);
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The division of a reduction whose outermost axis is reduced into parts that
// several threads compute. It depends on sizes only, never on the number of
// threads; nor, therefore, does the result.
struct ReductionParts {
  // The number of parts.
  int64_t count = 1;
  int64_t rows = 0;  // of the outermost axis, in each part but the last

  // Returns the division of `total` terms, `rows` of them along the outermost
  // axis, that are reduced to `outputs` results. If `flat`, the terms of a row
  // are one, and parts are whole blocks of kBlock rows.
  static ReductionParts Of(int64_t total, int64_t rows, int64_t outputs,
                           bool flat);
};

// Returns the parts that ReduceNest reduces separately and then combines: one
// if the outermost axis is kept, since threads then divide its rows among
// themselves. If there are several, ReduceNest requests `outputs` elements of
// workspace for each.
template <int K>
ReductionParts PartsOf(const LoopNest<K>& nest, int64_t outputs) {
  if (nest.total() == 0 || nest.stride(0, K - 1) != 0) return {};
  return ReductionParts::Of(nest.total(), nest.size(0), outputs,
                            nest.rank() == 1);
}

namespace internal {

// Combines the iterations [begin, end) of the nest with `sums`. The innermost
// axis is reduced (one sum per run, which stays in registers) or kept (a vector
// of sums): both inner loops are vectorized.
template <typename T, int K, typename Reducer, typename WithTerm>
void AccumulateNest(const LoopNest<K>& nest, const Reducer& reducer,
                    const WithTerm& with_term, int64_t begin, int64_t end,
                    T* sums) {
  // Known before the loop: a branch per run, none per term.
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

// Computes out = term, as no axis is reduced. Also serves selections and
// comparisons of tensors that broadcast.
template <typename T, int K, typename WithTerm>
void AssignNest(const LoopNest<K>& nest, const WithTerm& with_term, T* out) {
  // Enough elements that waking a thread for them pays.
  constexpr int64_t kGrain = 32768;
  platform::ParallelFor(nest.total(), kGrain, [&](int64_t begin, int64_t end) {
    nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
      with_term(offsets, [&](const auto& term) {
        AssignRun(length, out + offsets[K - 1], term);
      });
    });
  });
}

// Combines the partial results of all parts, in their order, into `out`.
// Threads share the outputs, so that this is parallel, too.
template <typename T, typename Reducer>
void CombineParts(int64_t count, int64_t outputs, const Reducer& reducer,
                  const T* parts, T* out) {
  // A term here is `count` elements, so threads are worth it earlier.
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

// Reduces a nest whose outermost axis is reduced: parts of that axis are
// reduced on their own, in parallel, and then combined.
template <typename T, int K, typename Reducer, typename WithTerm>
void ReduceOutermost(const LoopNest<K>& nest, const Reducer& reducer,
                     const WithTerm& with_term, Workspace workspace,
                     int64_t outputs, T* out) {
  // Parts are whole rows of the outermost axis, so that runs stay long.
  const int64_t rows = nest.size(0);
  const int64_t row = nest.total() / rows;
  const ReductionParts parts = PartsOf(nest, outputs);
  T* sums = parts.count == 1
                ? out
                : static_cast<T*>(workspace(parts.count * outputs * sizeof(T)));
  platform::ParallelFor(parts.count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      // Each part writes to memory of its own: no locks, no atomics.
      T* own = sums + part * outputs;
      // Parts start from the identity and not from their first term: outputs of
      // a part without terms stay neutral.
      std::fill_n(own, outputs, reducer.template Identity<T>());
      AccumulateNest(nest, reducer, with_term, part * parts.rows * row,
                     std::min((part + 1) * parts.rows, rows) * row, own);
    }
  });
  if (sums != out) CombineParts(parts.count, outputs, reducer, sums, out);
}

// Reduces a nest whose outermost axis is kept: its rows have outputs of their
// own, and are computed in parallel without partial results.
template <typename T, int K, typename Reducer, typename WithTerm>
void ReduceWithinRows(const LoopNest<K>& nest, const Reducer& reducer,
                      const WithTerm& with_term, int64_t outputs, T* out) {
  constexpr int64_t kGrain = 16384;
  // The grain counts rows, of which one may be more than enough.
  const int64_t row = nest.total() / nest.size(0);
  std::fill_n(out, outputs, reducer.template Identity<T>());
  platform::ParallelFor(
      nest.size(0), kGrain / row + 1, [&](int64_t begin, int64_t end) {
        AccumulateNest(nest, reducer, with_term, begin * row, end * row, out);
      });
}

}  // namespace internal

// Computes out[...] = the reduction of the terms of the iterations that share
// the element. The last array of the nest is `out`, contiguous, with `outputs`
// elements; it does not advance along the axes that are reduced.
//
// with_term(offsets, visit) calls visit(term), where term(j) is the value of
// iteration j of the run at these offsets: small, pure and inlined. It may
// choose between several terms by strides; each choice gets a loop of its own.
// Reducer: operator()(T, T), and the Identity<T>() that an output without terms
// gets.
//
// The result does not depend on the number of threads. Requests `workspace` at
// most once, for the partial sums that PartsOf counts.
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
