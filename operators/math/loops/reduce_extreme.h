// The gradient of reductions that pick one of their elements.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// dx = dout * slope(x) where key(x) is `out`, divided evenly where it is for
// several elements of one result; else 0. `key` and `slope` take and give a
// platform::Accumulator<T>.
template <typename T, typename Key, typename Slope>
void ExtremeGrad(const framework::Tensor& x, const framework::Tensor& out,
                 const framework::Tensor& dout, AxisSet axes, const Key& key,
                 const Slope& slope, Workspace workspace,
                 framework::Tensor* dx) {
  using A = platform::Accumulator<T>;
  const framework::Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratch(space, axes);
  A* shares = static_cast<A*>(workspace((results + scratch) * sizeof(A)));
  const T* data = x.data<T>();
  const T* tops = out.data<T>();
  const T* g = dout.data<T>();

  const auto is_top = [=](int64_t i, T top) {
    return key(static_cast<A>(data[i])) == static_cast<A>(top);
  };
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
      dx->mutable_data<T>(), tops, static_cast<const A*>(shares));
}

}  // namespace paddle::operators::kernels
