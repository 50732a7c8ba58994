// ExtremeGrad of reduce_extreme.h on GPUs, for .cu files.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Computes what ExtremeGrad does, with the same arguments; Key and Slope are
// marked for GPUs. The number of winners is kept instead of the shares: a
// division by each winner costs less than one more launch over the results.
template <typename T, typename Key, typename Slope>
void ExtremeGradOnCUDA(const platform::CUDADeviceContext& device,
                       const framework::Tensor& x, const framework::Tensor& out,
                       const framework::Tensor& dout, AxisSet axes,
                       const Key& key, const Slope& slope, Workspace workspace,
                       framework::Tensor* dx) {
  // The counts are accumulators, too: a float counts exactly up to 2^24 equal
  // elements, and beyond that their share is rounded to the last bit only.
  using A = platform::Accumulator<T>;
  using platform::Widened;
  const framework::Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratchOnCUDA(space, axes);
  A* counts = static_cast<A*>(workspace((results + scratch) * sizeof(A)));
  const T* data = x.data<T>();
  const T* tops = out.data<T>();
  const T* g = dout.data<T>();
  // First the number of elements that equal each result ...
  ReduceAxesOnCUDA<A>(
      device, space, axes, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        return key(Widened(data[i])) == Widened(tops[o]) ? A(1) : A(0);
      },
      Itself(), [=](size_t) { return counts + results; }, counts);
  // ... then an equal share of dout for each of them. NaN equals nothing: its
  // result gets no gradient.
  SpreadAxesOnCUDA(
      device, space, axes,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        const A value = Widened(data[i]);
        if (key(value) != Widened(tops[o])) return A(0);
        return Widened(g[o]) / counts[o] * slope(value);
      },
      dx->mutable_data<T>());
}

}  // namespace paddle::operators::kernels
