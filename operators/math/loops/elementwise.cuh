// The loops of elementwise.h on GPUs. Generated sources
// (operators/elementwise/ops.bzl) instantiate them for each functor:
//
//   PADDLE_INSTANTIATE(kernels::ElementwiseOnCUDA, ElementwiseMulFunctor,
//                      PADDLE_NUMBERS);
//
// They include the functor's header and this one, and nothing else: the code
// that calls Elementwise is compiled without CUDA's headers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace internal {

// Calls a functor that cannot fail. All the functors of this file are built
// from the device, so that the loop below is the same for each.
template <typename Functor>
struct ValueOf {
  explicit ValueOf(const platform::CUDADeviceContext&) {}
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x, A y) const {
    return Functor::Value(x, y);
  }
};

// Calls a functor that refuses some integers. A pair that it refuses is
// reported to the device's errors, which throw when the device is waited for,
// and gives 0.
template <typename Functor>
struct CheckedValueOf {
  explicit CheckedValueOf(const platform::CUDADeviceContext& device)
      : errors(platform::ErrorsOf(device, Functor::kErrorsOf)) {}
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x, A y) const {
    const platform::DeviceErrorCode error = Functor::ErrorOf(x, y);
    if (error == platform::DeviceErrorCode::kNone) return Functor::Value(x, y);
    // The kernel goes on with some value: it cannot stop other threads.
    errors.Report(error, x, y);
    return A(0);
  }
  // The place of the first error, shared by all threads.
  platform::DeviceErrors errors;
};

// Selects between the two: only functors with kErrorsOf check, and only for
// integers, so that floats pay nothing for it.
template <typename T, typename Functor, typename = void>
struct FunctionOf {
  using type = ValueOf<Functor>;
};
template <typename T, typename Functor>
struct FunctionOf<T, Functor, std::void_t<decltype(Functor::kErrorsOf)>> {
  // Division and powers of floating numbers follow IEEE.
  using type = std::conditional_t<std::is_integral_v<T>,
                                  CheckedValueOf<Functor>, ValueOf<Functor>>;
};

}  // namespace internal

template <typename Functor, typename T>
void ElementwiseOnCUDA(const platform::CUDADeviceContext& device,
                       const framework::Tensor& x, const framework::Tensor& y,
                       const framework::Dims& y_dims, framework::Tensor* out) {
  // One thread per element of `out`. 16-bit operands are widened when they are
  // loaded, and the result is narrowed when it is stored.
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  T* to = out->mutable_data<T>();
  const typename internal::FunctionOf<T, Functor>::type value(device);
  // Equal dims need no divisions to find an element's offsets.
  if (x.dims() == y_dims) {
    platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
      to[i] = platform::Narrowed<T>(
          value(platform::Widened(a[i]), platform::Widened(b[i])));
    });
    return;
  }
  // Each thread divides its own index by the sizes of the merged axes.
  const framework::Dims& space = out->dims();
  const DeviceNest<3> nest(LoopNest<3>(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y_dims, space), RowMajorStrides(space)}));
  // One thread per element of out, not of an operand: an element that is
  // broadcast is read again, usually from the cache.
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<3> at = nest(i);
    to[at.of[2]] = platform::Narrowed<T>(
        value(platform::Widened(a[at.of[0]]), platform::Widened(b[at.of[1]])));
  });
}

namespace internal {

// The term of the sum that is a gradient. The arrays of its nest are dout, x, y
// and the result. Null x and y are not read.
template <typename T, typename Functor, typename Which>
struct GradientTerm {
  using A = platform::Accumulator<T>;
  const T* g;
  const T* x;
  const T* y;

  PADDLE_HOST_DEVICE A operator()(const DeviceOffsets<4>& at) const {
    // If the functor reads neither, they are not loaded: a gradient of a sum
    // reads dout alone.
    A a = A(0), b = A(0);
    if constexpr (Functor::kGradReadsInputs) {
      a = platform::Widened(x[at.of[1]]);
      b = platform::Widened(y[at.of[2]]);
    }
    return Which::template Term<Functor>(platform::Widened(g[at.of[0]]), a, b);
  }
};

// Computes a gradient of what was not broadcast: one term for each element,
// which is not added to 0, as that would change the sign of -0.
template <typename T, typename Term>
void AssignTerms(const platform::CUDADeviceContext& device,
                 const DeviceNest<4>& nest, const Term& term, T* to) {
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    to[at.of[3]] = platform::Narrowed<T>(term(at));
  });
}

// Computes one of the two gradients; see SumGradient of elementwise.h.
template <typename Which, typename T, typename Functor>
void SumGradientOnCUDA(const platform::CUDADeviceContext& device,
                       const framework::Tensor& dout,
                       const framework::Tensor* x, const framework::Tensor* y,
                       const LoopNest<4>& nest, Workspace workspace,
                       framework::Tensor* result) {
  // Null instead of a missing tensor's data: kernels do not look at it.
  const auto data = [](const framework::Tensor* tensor) {
    return Functor::kGradReadsInputs ? tensor->data<T>() : nullptr;
  };
  const GradientTerm<T, Functor, Which> term{dout.data<T>(), data(x), data(y)};
  // The result is the last array of the nest.
  if (!nest.Repeats(3)) {
    AssignTerms(device, DeviceNest<4>(nest), term, result->mutable_data<T>());
    return;
  }
  ReduceNestOnCUDA<platform::Accumulator<T>>(device, nest, SumReducer(), term,
                                             workspace, result->numel(),
                                             result->mutable_data<T>());
}

}  // namespace internal

// The gradients share no work: each has axes of its own to sum over, and is
// often the only one that is wanted.
template <typename Functor, typename T>
void ElementwiseGradOnCUDA(const platform::CUDADeviceContext& device,
                           const framework::Tensor& dout,
                           const framework::Tensor* x,
                           const framework::Tensor* y,
                           const framework::Dims& x_dims,
                           const framework::Dims& y_dims, Workspace workspace,
                           framework::Tensor* dx, framework::Tensor* dy) {
  const framework::Dims& space = dout.dims();
  // The nests are those of the CPU, in elementwise.h: dout, x, y and the
  // result.
  const Strides z_strides = RowMajorStrides(space);
  const Strides x_strides = BroadcastStrides(x_dims, space);
  const Strides y_strides = BroadcastStrides(y_dims, space);
  if (dx != nullptr && !internal::IsGradient(dout, *dx)) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, x_strides});
    internal::SumGradientOnCUDA<internal::DxOf, T, Functor>(
        device, dout, x, y, nest, workspace, dx);
  }
  if (dy != nullptr) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, y_strides});
    internal::SumGradientOnCUDA<internal::DyOf, T, Functor>(
        device, dout, x, y, nest, workspace, dy);
  }
}

}  // namespace paddle::operators::kernels
