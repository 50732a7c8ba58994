#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_extreme.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.cuh"
#include "paddle/operators/reduction/vector_norm.h"
#include "paddle/operators/reduction/vector_norm_functors.h"
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

using framework::Tensor;

// Returns |x|^p. All threads take the same branch, so one kernel serves all p.
template <typename A>
struct TermOfPowers {
  A p;
  PADDLE_HOST_DEVICE A operator()(A x) const {
    if (p == A(1)) return Magnitude()(x);
    return p == A(2) ? Square()(x) : PowerOfMagnitude<A>{p}(x);
  }
};

// Returns the factor of the gradient of a norm; `power` is p - 1.
template <typename A>
struct SlopeOfPowers {
  A power;
  PADDLE_HOST_DEVICE A operator()(A x, A norm) const {
    return power == A(1) ? SlopeOfLength()(x, norm)
                         : SlopeOfNorm<A>{power}(x, norm);
  }
};

template <typename T>
void RootOfPowers(const platform::CUDADeviceContext& device, const Tensor& x,
                  double p, double root, AxisSet axes, Workspace workspace,
                  Tensor* out) {
  using A = platform::Accumulator<T>;
  ReduceTensorOnCUDA<T>(device, x, axes, SumReducer(),
                        TermOfPowers<A>{static_cast<A>(p)},
                        Root<A>{static_cast<A>(root)}, workspace, out);
}

// Computes dx[i] = dout * slope(x[i], out).
template <typename T, typename Slope>
void SpreadSlopes(const platform::CUDADeviceContext& device, const Tensor& x,
                  const Tensor& out, const Tensor& dout, AxisSet axes,
                  const Slope& slope, Tensor* dx) {
  const T* data = x.data<T>();
  const T* norms = out.data<T>();
  const T* g = dout.data<T>();
  SpreadAxesOnCUDA(
      device, x.dims(), axes,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        return platform::Widened(g[o]) *
               slope(platform::Widened(data[i]), platform::Widened(norms[o]));
      },
      dx->mutable_data<T>());
}

}  // namespace

template <class Device, class T>
void SumOfPowers(const Device& device, const Tensor& x, double p, AxisSet axes,
                 Workspace workspace, Tensor* out) {
  RootOfPowers<T>(device, x, p, 1, axes, workspace, out);
}

template <class Device, class T>
void VectorNorm(const Device& device, const Tensor& x, double p, AxisSet axes,
                Workspace workspace, Tensor* out) {
  if (!std::isinf(p)) {
    RootOfPowers<T>(device, x, p, p == 0 ? 1 : p, axes, workspace, out);
  } else if (p > 0) {
    ReduceTensorOnCUDA<T>(device, x, axes, MaxReducer(), Magnitude(),
                          NotNegative(), workspace, out);
  } else {
    ReduceTensorOnCUDA<T>(device, x, axes, MinReducer(), Magnitude(), Itself(),
                          workspace, out);
  }
}

template <class Device, class T>
void SumOfPowersGrad(const Device& device, const Tensor& x, const Tensor& dout,
                     double p, AxisSet axes, Tensor* dx) {
  if (p == 1) {
    SpreadSlopes<T>(device, x, dout, dout, axes, SlopeOfMagnitude(), dx);
  } else {
    SpreadSlopes<T>(device, x, dout, dout, axes, SlopeOfSquare(), dx);
  }
}

template <class Device, class T>
void VectorNormGrad(const Device& device, const Tensor& x, const Tensor& out,
                    const Tensor& dout, double p, AxisSet axes,
                    Workspace workspace, Tensor* dx) {
  using A = platform::Accumulator<T>;
  if (std::isinf(p)) {
    ExtremeGradOnCUDA<T>(device, x, out, dout, axes, Magnitude(), Sign(),
                         workspace, dx);
  } else if (p == 1) {
    SumOfPowersGrad<Device, T>(device, x, dout, p, axes, dx);
  } else {
    SpreadSlopes<T>(device, x, out, dout, axes,
                    SlopeOfPowers<A>{static_cast<A>(p - 1)}, dx);
  }
}

PADDLE_INSTANTIATE(SumOfPowers, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(VectorNorm, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SumOfPowersGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(VectorNormGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
