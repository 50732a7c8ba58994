// What reductions of a tensor over some of its axes share with each other and
// with their gradients: the walk through elements and results.
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

// The axes to reduce: bit i for axis i.
using AxisSet = std::bitset<framework::Dims::kMaxRank>;

// Below, the results of a reduction of `space` are stored one behind the other,
// one for each index of the axes that stay, in order.

// How the results advance along the axes of `space`.
Strides KeptStrides(const framework::Dims& space, AxisSet axes);
// How many elements of `space` go to each result, and how many results there
// are.
int64_t NumTerms(const framework::Dims& space, AxisSet axes);
int64_t NumResults(const framework::Dims& space, AxisSet axes);
// How many elements ReduceAxes asks its workspace for, at most.
int64_t ReductionScratch(const framework::Dims& space, AxisSet axes);

namespace internal {

// visit(operands...): what gives the results of a run of elements that begins
// at result `first`; `shared` if all elements of a run go to one result.
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

// out[o] = reducer over term(i, kept[o]...) of the elements i of `space` that
// go to result o; what `reducer` is, ReduceNest says. A is the type to add up
// in. The bits are the same for any number of threads.
template <typename A, typename Reducer, typename Term, typename... Kept>
void ReduceAxes(const framework::Dims& space, AxisSet axes,
                const Reducer& reducer, const Term& term, Workspace workspace,
                A* out, const Kept*... kept) {
  const LoopNest<2> nest(space,
                         {RowMajorStrides(space), KeptStrides(space, axes)});
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

// out[i] = value(i, kept[o]...) for the elements i of `space`, where element i
// goes to result o.
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

// out[j] = value(j) for many j: what is left to do with the results.
template <typename T, typename Value>
void AssignAll(int64_t size, T* out, const Value& value) {
  constexpr int64_t kGrain = 32768;
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    AssignRun(end - begin, out + begin,
              [=](int64_t j) { return T(value(begin + j)); });
  });
}

}  // namespace paddle::operators::kernels
