#ifdef __clang__  // It warns of each loop that a call keeps from vectorising.
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#include "paddle/operators/reduction/vector_norm.h"

#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_extreme.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.h"
#include "paddle/operators/reduction/vector_norm_functors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Computes the root of order `root` of sum(|x|^p). Each kind of term gets a
// loop of its own: pow is a call and would keep the others from being
// vectorized.
template <typename T>
void RootOfPowers(const Tensor& x, double p, double root, AxisSet axes,
                  Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const Root<A> finish{static_cast<A>(root)};
  const auto reduce = [&](const auto& term) {
    ReduceTensor<T>(x, axes, SumReducer(), term, finish, workspace, out);
  };
  if (p == 1) {
    reduce(Magnitude());
  } else if (p == 2) {
    reduce(Square());
  } else {
    reduce(PowerOfMagnitude<A>{static_cast<A>(p)});
  }
}

// Computes dx[i] = dout * slope(x[i], out).
template <typename T, typename Slope>
void SpreadSlopes(const Tensor& x, const Tensor& out, const Tensor& dout,
                  AxisSet axes, const Slope& slope, Tensor* dx) {
  using A = platform::Accumulator<T>;
  const T* data = x.data<T>();
  SpreadAxes(
      x.dims(), axes,
      [=](int64_t i, T norm, T g) {
        return static_cast<A>(g) *
               slope(static_cast<A>(data[i]), static_cast<A>(norm));
      },
      dx->mutable_data<T>(), out.data<T>(), dout.data<T>());
}

}  // namespace

template <class Device, class T>
void SumOfPowers(const Device&, const Tensor& x, double p, AxisSet axes,
                 Workspace workspace, Tensor* out) {
  RootOfPowers<T>(x, p, 1, axes, workspace, out);
}

template <class Device, class T>
void VectorNorm(const Device&, const Tensor& x, double p, AxisSet axes,
                Workspace workspace, Tensor* out) {
  if (!std::isinf(p)) {
    RootOfPowers<T>(x, p, p == 0 ? 1 : p, axes, workspace, out);
  } else if (p > 0) {
    ReduceTensor<T>(x, axes, MaxReducer(), Magnitude(), NotNegative(),
                    workspace, out);
  } else {
    ReduceTensor<T>(x, axes, MinReducer(), Magnitude(), Itself(), workspace,
                    out);
  }
}

template <class Device, class T>
void SumOfPowersGrad(const Device&, const Tensor& x, const Tensor& dout,
                     double p, AxisSet axes, Tensor* dx) {
  if (p == 1) {
    SpreadSlopes<T>(x, dout, dout, axes, SlopeOfMagnitude(), dx);
  } else {
    SpreadSlopes<T>(x, dout, dout, axes, SlopeOfSquare(), dx);
  }
}

template <class Device, class T>
void VectorNormGrad(const Device& device, const Tensor& x, const Tensor& out,
                    const Tensor& dout, double p, AxisSet axes,
                    Workspace workspace, Tensor* dx) {
  using A = platform::Accumulator<T>;
  if (std::isinf(p)) {
    ExtremeGrad<T>(x, out, dout, axes, Magnitude(), Sign(), workspace, dx);
  } else if (p == 1) {
    SumOfPowersGrad<Device, T>(device, x, dout, p, axes, dx);
  } else if (p == 2) {
    SpreadSlopes<T>(x, out, dout, axes, SlopeOfLength(), dx);
  } else {
    SpreadSlopes<T>(x, out, dout, axes, SlopeOfNorm<A>{static_cast<A>(p - 1)},
                    dx);
  }
}

PADDLE_INSTANTIATE(SumOfPowers, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(VectorNorm, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SumOfPowersGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(VectorNormGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
