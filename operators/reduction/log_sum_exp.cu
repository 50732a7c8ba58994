#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/reduction/log_sum_exp.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::Widened;

// Returns the number that distances are measured from: inf - inf would be NaN.
template <typename A>
PADDLE_HOST_DEVICE A Base(A top) {
  return std::isinf(top) ? A(0) : top;
}

// Returns the share of element x in a sum whose logarithm is `sum`; 1 if both
// are inf.
template <typename A>
PADDLE_HOST_DEVICE A Share(A x, A sum) {
  if (x == sum && x > A(0)) return A(1);
  return std::exp(x - (sum < A(0) ? Base(sum) : sum));
}

}  // namespace

template <class Device, class T>
void LogSumExp(const Device& device, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const Dims& space = x.dims();
  const int64_t results = out->numel();
  const int64_t size = 2 * results + ReductionScratchOnCUDA(space, axes);
  A* tops = static_cast<A*>(workspace(size * sizeof(A)));
  A* sums = tops + results;
  const auto parts = [=](size_t) { return sums + results; };
  const T* data = x.data<T>();
  ReduceAxesOnCUDA<A>(
      device, space, axes, MaxReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) { return Widened(data[i]); },
      Itself(), parts, tops);
  ReduceAxesOnCUDA<A>(
      device, space, axes, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        // The exponentials are computed as terms of the sum: a thread has no
        // use for an array of them.
        return std::exp(Widened(data[i]) - Base(tops[o]));
      },
      Itself(), parts, sums);
  T* to = out->mutable_data<T>();
  platform::ForEach(device, results, [=] PADDLE_DEVICE(int64_t o) {
    to[o] = platform::Narrowed<T>(std::log(sums[o]) + Base(tops[o]));
  });
}

template <class Device, class T>
void LogSumExpGrad(const Device& device, const Tensor& x, const Tensor& out,
                   const Tensor& dout, AxisSet axes, Workspace, Tensor* dx) {
  const T* data = x.data<T>();
  const T* sums = out.data<T>();
  const T* g = dout.data<T>();
  SpreadAxesOnCUDA(
      device, x.dims(), axes,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        return Share(Widened(data[i]), Widened(sums[o])) * Widened(g[o]);
      },
      dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(LogSumExp, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LogSumExpGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
