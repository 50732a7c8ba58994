// A reduction of a tensor of any type that has an accumulator.
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// out = finish(reducer over term(x)), where `term` takes and gives a
// platform::Accumulator<T> and `finish` makes of it what is rounded to T once.
template <typename T, typename Reducer, typename Term, typename Finish>
void ReduceTensor(const framework::Tensor& x, AxisSet axes,
                  const Reducer& reducer, const Term& term,
                  const Finish& finish, Workspace workspace,
                  framework::Tensor* out) {
  using A = platform::Accumulator<T>;
  constexpr bool kInPlace = std::is_same_v<A, T>;
  const T* data = x.data<T>();
  const auto read = [=](int64_t i) { return term(static_cast<A>(data[i])); };
  T* results = out->mutable_data<T>();
  const int64_t size = out->numel();
  if constexpr (kInPlace) {
    ReduceAxes(x.dims(), axes, reducer, read, workspace, results);
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
