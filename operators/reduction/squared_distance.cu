#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/reduction/squared_distance.h"
#include "paddle/operators/reduction/vector_norm.h"
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

using framework::Tensor;
using platform::Widened;

// The axes of a matrix that are reduced, as in squared_distance.cc.
constexpr int kOverRows = 0b01;
constexpr int kOverColumns = 0b10;

// Computes to = factor * dout * difference.
template <typename T>
void SpreadGradient(const platform::CUDADeviceContext& device,
                    const Tensor& difference, const Tensor& dout,
                    platform::Accumulator<T> factor, Tensor* to) {
  const T* data = difference.data<T>();
  const T* g = dout.data<T>();
  SpreadAxesOnCUDA(
      device, difference.dims(), kOverColumns,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        return factor * Widened(g[o]) * Widened(data[i]);
      },
      to->mutable_data<T>());
}

}  // namespace

template <class Device, class T>
void SquaredDistance(const Device& device, const Tensor& x, const Tensor& y,
                     Workspace workspace, Tensor* difference, Tensor* out) {
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  const AxisSet repeats = y.numel() == x.numel() ? 0 : kOverRows;
  SpreadAxesOnCUDA(
      device, difference->dims(), repeats,
      [=] PADDLE_DEVICE(int64_t i, int64_t o) {
        return Widened(a[i]) - Widened(b[o]);
      },
      difference->mutable_data<T>());
  SumOfPowers<Device, T>(device, *difference, 2, kOverColumns, workspace, out);
}

template <class Device, class T>
void SquaredDistanceGrad(const Device& device, const Tensor& difference,
                         const Tensor& dout, Workspace workspace, Tensor* dx,
                         Tensor* dy) {
  using A = platform::Accumulator<T>;
  if (dx != nullptr) SpreadGradient<T>(device, difference, dout, A(2), dx);
  if (dy == nullptr) return;
  if (dy->numel() == difference.numel()) {
    return SpreadGradient<T>(device, difference, dout, A(-2), dy);
  }
  const T* data = difference.data<T>();
  const T* g = dout.data<T>();
  const int64_t width = difference.dims()[1];
  ReduceAxesOnCUDA<A>(
      device, difference.dims(), kOverRows, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return -2 * Widened(g[i / width]) * Widened(data[i]);
      },
      Itself(), workspace, dy->mutable_data<T>());
}

PADDLE_INSTANTIATE(SquaredDistance, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SquaredDistanceGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
