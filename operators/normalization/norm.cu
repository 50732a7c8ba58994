#include <cmath>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/normalization/norm.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::Accumulator;

// The dims of a tensor, seen as [outer, size, inner], with the axis in the
// middle.
struct Slices {
  Slices(const Dims& dims, int axis)
      : outer(dims.Slice(0, axis).Numel()),
        size(dims[axis]),
        inner(dims.Slice(axis + 1, dims.rank()).Numel()) {}
  int64_t count() const { return outer * inner; }
  // Returns the slice of element i.
  PADDLE_HOST_DEVICE int64_t Of(int64_t i) const {
    return i / (size * inner) * inner + i % inner;
  }

  int64_t outer;
  int64_t size;
  int64_t inner;
};

template <typename T>
void SumSlices(const platform::CUDADeviceContext& device, const Slices& s,
               const Moment<T>& term, Accumulator<T>* sums) {
  const Dims space({s.outer, s.size, s.inner});
  const Strides all = RowMajorStrides(space), slice{s.inner, 0, 1};
  SumMoments(device, LoopNest<4>(space, {all, all, slice, slice}), term,
             s.count(), sums);
}

template <typename A>
void Lengths(const platform::CUDADeviceContext& device, int64_t size,
             double epsilon, A* numbers) {
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    numbers[i] = static_cast<A>(std::sqrt(numbers[i] + epsilon));
  });
}

}  // namespace

template <class Device, class T>
void Norm(const Device& device, const Tensor& x, int axis, double epsilon,
          Tensor* out, Tensor* norm) {
  using A = Accumulator<T>;
  const Slices slices(x.dims(), axis);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  A* norms = norm->mutable_data<A>();
  Moment<T> square{from};
  square.squared = true;
  SumSlices(device, slices, square, norms);
  Lengths(device, slices.count(), epsilon, norms);
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] =
        platform::Narrowed<T>(platform::Widened(from[i]) / norms[slices.Of(i)]);
  });
}

template <class Device, class T>
void NormGrad(const Device& device, const Tensor& out, const Tensor& norm,
              const Tensor& d_out, int axis, Tensor* d_x) {
  using A = Accumulator<T>;
  const Slices slices(out.dims(), axis);
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const A* norms = norm.data<A>();
  // The product of out and dy of each slice, before any of its gradients.
  const DeviceScratch<A> scratch(device, slices.count());
  const A* dots = scratch.data();
  SumSlices(device, slices, Moment<T>{y, dy}, scratch.data());
  platform::ForEach(device, out.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t slice = slices.Of(i);
    dx[i] = platform::Narrowed<T>(
        (platform::Widened(dy[i]) - platform::Widened(y[i]) * dots[slice]) /
        norms[slice]);
  });
}

PADDLE_INSTANTIATE(Norm, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(NormGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
