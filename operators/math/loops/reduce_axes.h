// Loops over the elements and the results of a reduction: ReduceAxes computes
// the results, and SpreadAxes broadcasts them back to the elements, for
// gradients.
//
// The results of a reduction of `space` are stored contiguously, one for each
// index of the axes that are kept, in row-major order. Result o "has" the
// elements that are reduced to it.
#pragma once

#include <bitset>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The axes to reduce: bit i is set for axis i.
using AxisSet = std::bitset<framework::Dims::kMaxRank>;

// Returns the strides of the results along the axes of `space`: 0 along those
// that are reduced.
Strides KeptStrides(const framework::Dims& space, AxisSet axes);
// Return the number of elements that each result has, and the number of
// results.
int64_t NumTerms(const framework::Dims& space, AxisSet axes);
int64_t NumResults(const framework::Dims& space, AxisSet axes);
// Returns the largest number of elements of workspace that ReduceAxes requests,
// so that a caller can request them together with its own memory: a second
// request would get the same bytes.
int64_t ReductionScratch(const framework::Dims& space, AxisSet axes);

namespace internal {

// Calls visit(operands...) with operands for a run of elements that begins at
// result `first`: if the run is `shared`, all of its elements belong to that
// one result, whose value is read once; otherwise each element belongs to the
// next result.
template <typename Visit, typename... Kept>
void WithKept(bool shared, int64_t first, const Visit& visit,
              const Kept*... kept) {
  if constexpr (sizeof...(Kept) == 0) {
    visit();
  } else if (shared) {
    visit(Shared<Kept>{kept[first]}...);
  } else {
    visit(Consecutive<Kept>{kept + first}...);
  }
}

}  // namespace internal

// Computes out[o] = the reduction of term(i, kept[o]...) over the elements i of
// result o, where `kept` are arrays with one element per result. A is the type
// to accumulate in; `reducer` is as for ReduceNest (reduce_nest.h). The result
// does not depend on the number of threads.
template <typename A, typename Reducer, typename Term, typename... Kept>
void ReduceAxes(const framework::Dims& space, AxisSet axes,
                const Reducer& reducer, const Term& term, Workspace workspace,
                A* out, const Kept*... kept) {
  // The first array is the index of the element itself: terms get it as i.
  const LoopNest<2> nest(space,
                         {RowMajorStrides(space), KeptStrides(space, axes)});
  // The innermost axis decides for all runs, so the choice is made once.
  const bool shared = nest.inner_strides()[1] == 0;
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    internal::WithKept(
        shared, offsets[1],
        [&, first = offsets[0]](auto... operand) {
          visit([=](int64_t j) -> A { return term(first + j, operand[j]...); });
        },
        kept...);
  };
  ReduceNest(nest, reducer, with_term, workspace, NumResults(space, axes), out);
}

// Computes out[i] = value(i, kept[o]...) for the elements i of `space`, where o
// is the result that has element i. In parallel; `out` may be an array that
// `value` reads at i only.
template <typename T, typename Value, typename... Kept>
void SpreadAxes(const framework::Dims& space, AxisSet axes, const Value& value,
                T* out, const Kept*... kept) {
  const LoopNest<2> nest(space,
                         {KeptStrides(space, axes), RowMajorStrides(space)});
  const bool shared = nest.inner_strides()[0] == 0;
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    internal::WithKept(
        shared, offsets[0],
        [&, first = offsets[1]](auto... operand) {
          visit([=](int64_t j) { return T(value(first + j, operand[j]...)); });
        },
        kept...);
  };
  internal::AssignNest(nest, with_term, out);
}

// Computes out[j] = value(j) for j in [0, size), in parallel: what is left to
// do with each result. `value` may read out[j], but no other element of `out`.
template <typename T, typename Value>
void AssignAll(int64_t size, T* out, const Value& value) {
  constexpr int64_t kGrain = 32768;
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    AssignRun(end - begin, out + begin,
              [=](int64_t j) { return T(value(begin + j)); });
  });
}

}  // namespace paddle::operators::kernels
