// The one reduction loop on GPUs: ReduceNest (reduce_nest.h) for .cu files. The
// sum of each column of a matrix, for example:
//
//   const LoopNest<2> nest(space, {RowMajorStrides(space), Strides{0, 1}});
//   ReduceNestOnCUDA<float>(
//       device, nest, SumReducer(),
//       [=] PADDLE_DEVICE(const DeviceOffsets<2>& at) { return x[at.of[0]]; },
//       workspace, columns, sums);
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/team_reduce.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace internal {

// The axes of a nest whose last array is the output, split into those along
// which the output advances (`kept`) and those that are reduced. The terms of
// an output are cut into `parts` of `part` terms, so that a reduction with few
// outputs keeps a GPU busy, too. The cut depends on sizes only, and so do the
// bits of the results.
template <int K>
struct DeviceReduction {
  explicit DeviceReduction(const LoopNest<K>& nest) {
    // Some 130,000 threads fill a large GPU several times over.
    constexpr int64_t kThreads = int64_t{1} << 17;  // to keep busy
    constexpr int64_t kTerms = 512;  // a part has at least so many
    for (int axis = 0; axis < nest.rank(); ++axis) {
      (nest.stride(axis, K - 1) == 0 ? reduced : kept).Add(nest, axis);
    }
    // If the innermost axis is reduced, the threads of a team read neighbouring
    // terms of one output; if it is kept, each thread has an output, and
    // neighbouring threads read neighbouring terms. Memory is read in whole
    // lines either way. A team of 256 threads counts for as many.
    by_teams = nest.stride(nest.rank() - 1, K - 1) == 0;
    // Enough parts to keep the GPU busy, but none that is too short: teams
    // start more slowly than threads, and want longer ones.
    const int64_t wanted = kThreads / (by_teams ? 256 : 1) / kept.total();
    const int64_t most = reduced.total() / (kTerms * (by_teams ? 8 : 1));
    parts = std::max<int64_t>(1, std::min(wanted, most));
    part = (reduced.total() - 1) / parts + 1;
  }

  // The plan's fields, for a kernel that captures this by value.
  DeviceNest<K> kept, reduced;
  bool by_teams;  // neighbouring terms belong to one output
  int64_t parts, part;
};

// Computes sums[p * outputs + o] = finish(part p of output o), by one team (or
// thread) for each p and o.
template <typename A, typename Out, int K, typename Reducer, typename Term,
          typename Finish>
struct PartReduction {
  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t index) const {
    // Outputs vary fastest: neighbouring teams (or threads) then read
    // neighbouring memory where the innermost axis is kept.
    const int64_t p = index / kept.total(), begin = p * part;
    const int64_t rest = reduced.total() - begin;
    const DeviceOffsets<K> base = kept(index - p * kept.total());
    // The index space is split: where the output is, plus where the term is.
    const auto term_of_part = [&](int64_t i) {
      DeviceOffsets<K> at = reduced(begin + i);
      for (int k = 0; k < K; ++k) at.of[k] += base.of[k];
      return term(at);
    };
    const A sum =
        ReduceByTeam<A>(team, rest < part ? rest : part, reducer, term_of_part);
    if (team.lane() == 0) {
      sums[p * outputs + base.of[K - 1]] = platform::Narrowed<Out>(finish(sum));
    }
  }

  DeviceNest<K> kept, reduced;
  int64_t part, outputs;
  Reducer reducer;
  Term term;
  Finish finish;
  Out* sums;
};

// Computes all parts of all outputs, by teams or by threads as planned. Out is
// A where parts are combined later.
template <typename A, typename Out, int K, typename Reducer, typename Term,
          typename Finish>
void ReduceParts(const platform::CUDADeviceContext& device,
                 const DeviceReduction<K>& plan, const Reducer& reducer,
                 const Term& term, const Finish& finish, int64_t outputs,
                 Out* sums) {
  const PartReduction<A, Out, K, Reducer, Term, Finish> reduce{
      plan.kept, plan.reduced, plan.part, outputs, reducer, term, finish, sums};
  // The work of a team, `part` terms, decides how many threads it gets.
  const int64_t count = plan.kept.total() * plan.parts;
  if (plan.by_teams) {
    platform::ForEachTeam(device, count, plan.part,
                          [=] PADDLE_DEVICE(const platform::Team& team) {
                            reduce(team, team.index());
                          });
  } else {
    platform::ForEach(device, count,
                      [=] PADDLE_DEVICE(int64_t i) { reduce(Alone(), i); });
  }
}

// Fills `out` with the result of a reduction of no terms, such as 0 or -inf.
template <typename A, typename Out>
void FillOnCUDA(const platform::CUDADeviceContext& device, int64_t size,
                A value, Out* out) {
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    out[i] = platform::Narrowed<Out>(value);
  });
}

}  // namespace internal

// Returns the number of accumulators that ReduceNestOnCUDA asks its workspace
// for.
template <int K>
int64_t ReductionScratchOnCUDA(const LoopNest<K>& nest, int64_t outputs) {
  if (nest.total() == 0) return 0;
  // The plan of ReduceNestOnCUDA below, made again: it is cheap.
  const internal::DeviceReduction<K> plan(nest);
  return plan.parts == 1 ? 0 : plan.parts * outputs;
}

// Computes out[...] = finish(the reduction of the terms of the iterations that
// share the element), as ReduceNest does. Terms are of type A, the accumulator
// of Out, and finish(sum) is rounded once. term(at), marked for GPUs, is the
// term where array k has advanced by at.of[k]. Reducer has operator()(A, A) and
// a static Identity<A>(), Finish has operator()(A); both are marked for host
// and device. No atomic operations: the order of additions depends on sizes
// only.
template <typename A, typename Out, int K, typename Reducer, typename Term,
          typename Finish>
void ReduceNestOnCUDA(const platform::CUDADeviceContext& device,
                      const LoopNest<K>& nest, const Reducer& reducer,
                      const Term& term, const Finish& finish,
                      Workspace workspace, int64_t outputs, Out* out) {
  if (nest.total() == 0) {
    const A result = finish(Reducer::template Identity<A>());
    internal::FillOnCUDA(device, outputs, result, out);
    return;
  }
  const internal::DeviceReduction<K> plan(nest);
  // Whole outputs need no second pass, and are finished and rounded here.
  if (plan.parts == 1) {
    internal::ReduceParts<A>(device, plan, reducer, term, finish, outputs, out);
    return;
  }
  // Partial results stay in A, and only the last pass applies `finish`.
  A* sums = static_cast<A*>(workspace(plan.parts * outputs * sizeof(A)));
  internal::ReduceParts<A>(device, plan, reducer, term, Itself(), outputs,
                           sums);
  const int64_t parts = plan.parts;
  platform::ForEach(device, outputs, [=] PADDLE_DEVICE(int64_t i) {
    // Adds the parts in order: one thread per output, as there are few.
    A sum = sums[i];
    for (int64_t p = 1; p < parts; ++p) {
      sum = reducer(sum, sums[p * outputs + i]);
    }
    out[i] = platform::Narrowed<Out>(finish(sum));
  });
}

// Computes the reduction with results as they are, rounded to Out.
template <typename A, typename Out, int K, typename Reducer, typename Term>
void ReduceNestOnCUDA(const platform::CUDADeviceContext& device,
                      const LoopNest<K>& nest, const Reducer& reducer,
                      const Term& term, Workspace workspace, int64_t outputs,
                      Out* out) {
  ReduceNestOnCUDA<A>(device, nest, reducer, term, Itself(), workspace, outputs,
                      out);
}

}  // namespace paddle::operators::kernels
