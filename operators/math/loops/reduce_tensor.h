// Reduction of a tensor of any type that has an accumulator. The functions of
// reduce.h, norms and extremes are one call of it each.
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Computes out = finish(the reduction of term(x) over `axes`). `term` and
// `finish` take and return a platform::Accumulator<T>; each result is rounded
// to T once. Where T is its own accumulator, results are reduced and finished
// in `out`; 16-bit results are kept in the workspace in float until they are
// finished. Requests `workspace` at most once.
template <typename T, typename Reducer, typename Term, typename Finish>
void ReduceTensor(const framework::Tensor& x, AxisSet axes,
                  const Reducer& reducer, const Term& term,
                  const Finish& finish, Workspace workspace,
                  framework::Tensor* out) {
  using A = platform::Accumulator<T>;
  constexpr bool kInPlace = std::is_same_v<A, T>;
  const T* data = x.data<T>();
  // Terms are widened as they are read: a wide copy of x is never made.
  const auto read = [=](int64_t i) { return term(static_cast<A>(data[i])); };
  T* results = out->mutable_data<T>();
  const int64_t size = out->numel();
  if constexpr (kInPlace) {
    ReduceAxes(x.dims(), axes, reducer, read, workspace, results);
    // A pass over the results that would change nothing is left out.
    if constexpr (!std::is_same_v<Finish, Itself>) {
      AssignAll(size, results, [=](int64_t j) { return finish(results[j]); });
    }
  } else {
    const int64_t scratch = ReductionScratch(x.dims(), axes);
    A* sums = static_cast<A*>(workspace((size + scratch) * sizeof(A)));
    ReduceAxes(
        x.dims(), axes, reducer, read, [=](size_t) { return sums + size; },
        sums);
    AssignAll(size, results, [=](int64_t j) { return finish(sums[j]); });
  }
}

}  // namespace paddle::operators::kernels
