// The gradient of reductions that select one of their elements, such as the
// maximum, the minimum, and norms of infinite order.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Computes dx = dout * slope(x) where key(x) equals the result `out`, and 0
// elsewhere. If several elements of a result are equal to it, they share dout
// evenly, so that the gradient does not depend on an order among them. `key`
// (such as the absolute value, for norms) and `slope` (its derivative) take and
// return a platform::Accumulator<T>. Requests `workspace` once, for the shares
// and the scratch memory of ReduceAxes together.
template <typename T, typename Key, typename Slope>
void ExtremeGrad(const framework::Tensor& x, const framework::Tensor& out,
                 const framework::Tensor& dout, AxisSet axes, const Key& key,
                 const Slope& slope, Workspace workspace,
                 framework::Tensor* dx) {
  using A = platform::Accumulator<T>;
  const framework::Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratch(space, axes);
  // The shares come first, then the partial sums that ReduceAxes asks for.
  A* shares = static_cast<A*>(workspace((results + scratch) * sizeof(A)));
  const T* data = x.data<T>();
  const T* tops = out.data<T>();
  const T* g = dout.data<T>();

  // Compared in the accumulator, where 16-bit numbers are exact.
  const auto is_top = [=](int64_t i, T top) {
    return key(static_cast<A>(data[i])) == static_cast<A>(top);
  };
  // First the number of winners of each result, then dout divided by it: one
  // division per result instead of one per element.
  ReduceAxes(
      space, axes, SumReducer(),
      [=](int64_t i, T top) { return is_top(i, top) ? A(1) : A(0); },
      [=](size_t) { return shares + results; }, shares, tops);
  AssignAll(results, shares,
            [=](int64_t j) { return static_cast<A>(g[j]) / shares[j]; });
  SpreadAxes(
      space, axes,
      [=](int64_t i, T top, A share) {
        return is_top(i, top) ? share * slope(static_cast<A>(data[i])) : A(0);
      },
      // The comparison is made again: a mask would be one more array.
      dx->mutable_data<T>(), tops, static_cast<const A*>(shares));
}

}  // namespace paddle::operators::kernels
