#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_extreme.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/reduction/reduce_grad.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::Widened;

// Computes dx = dout * factor, repeated along the axes.
template <typename T>
void Spread(const platform::CUDADeviceContext& device, const Tensor& dout,
            AxisSet axes, platform::Accumulator<T> factor, Tensor* dx) {
  const T* g = dout.data<T>();
  SpreadAxesOnCUDA(
      device, dx->dims(), axes,
      [=] PADDLE_DEVICE(int64_t, int64_t o) { return Widened(g[o]) * factor; },
      dx->mutable_data<T>());
}

struct One {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A) const {
    return A(1);
  }
};

}  // namespace

template <class Device, class T>
void ReduceSumGrad(const Device& device, const Tensor& dout, AxisSet axes,
                   Tensor* dx) {
  Spread<T>(device, dout, axes, 1, dx);
}

template <class Device, class T>
void ReduceMeanGrad(const Device& device, const Tensor& dout, AxisSet axes,
                    Tensor* dx) {
  using A = platform::Accumulator<T>;
  const int64_t terms = NumTerms(dx->dims(), axes);
  Spread<T>(device, dout, axes, A(1) / static_cast<A>(terms), dx);
}

template <class Device, class T>
void ReduceExtremeGrad(const Device& device, const Tensor& x, const Tensor& out,
                       const Tensor& dout, AxisSet axes, Workspace workspace,
                       Tensor* dx) {
  ExtremeGradOnCUDA<T>(device, x, out, dout, axes, Itself(), One(), workspace,
                       dx);
}

template <class Device, class T>
void ReduceProdGrad(const Device& device, const Tensor& x, const Tensor& out,
                    const Tensor& dout, AxisSet axes, Workspace workspace,
                    Tensor* dx) {
  using A = platform::Accumulator<T>;
  const Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratchOnCUDA(space, axes);
  // See reduce_grad.cc for the role of the zeros.
  A* zeros = static_cast<A*>(workspace((2 * results + scratch) * sizeof(A)));
  A* others = zeros + results;  // the products of what is not 0
  const auto parts = [=](size_t) { return others + results; };
  const T* data = x.data<T>();
  const T* g = dout.data<T>();
  ReduceAxesOnCUDA<A>(
      device, space, axes, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return Widened(data[i]) == A(0) ? A(1) : A(0);
      },
      Itself(), parts, zeros);
  ReduceAxesOnCUDA<A>(
      device, space, axes, ProductReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        const A value = Widened(data[i]);
        return value == A(0) ? A(1) : value;
      },
      Itself(), parts, others);
  SpreadAxesOnCUDA(
      device, space, axes,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        const A value = Widened(data[i]);
        const A product = others[o] * Widened(g[o]);
        if (value == A(0)) return zeros[o] == A(1) ? product : A(0);
        return zeros[o] == A(0) ? product / value : A(0);
      },
      dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(ReduceSumGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceMeanGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceExtremeGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceProdGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
