// The loops of elementwise functions of one tensor. A functor computes one
// element:
//
//   struct Square {
//     static constexpr bool kGradReadsOut = false;
//     template <typename T> T Value(T x) const;      // x * x
//     template <typename T> T Grad(T g, T x) const;  // g * 2 * x
//   };
//
// where g is the gradient of the value, and the second argument of Grad is the
// input, or the value if kGradReadsOut (the input's memory is then free early).
// The functor's T is the accumulator of the tensor's type: for 16-bit tensors
// it is float, and each element that is stored is rounded once. Value is called
// with integers, too, if the operator takes tensors of them. A functor free of
// branches and calls (see scalar_math.h) is vectorized; one may also name a
// function that computes its floats (float_run.h). One that is marked
// PADDLE_HOST_DEVICE serves GPUs, too (activation_loops.cuh).
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The CUDA halves of Activate and ActivateGrad below, declared here so that
// callers need no CUDA headers; generated .cu files instantiate them for each
// functor.
template <typename Functor, typename T>
void ActivateOnCUDA(const platform::CUDADeviceContext& device,
                    const Functor& functor, const framework::Tensor& x,
                    framework::Tensor* out);
template <typename Functor, typename T>
void ActivateGradOnCUDA(const platform::CUDADeviceContext& device,
                        const Functor& functor, const framework::Tensor& saved,
                        const framework::Tensor& dout, framework::Tensor* dx);

// The function that computes the values of a functor of T; null: there is none.
template <class T, typename Functor>
inline constexpr FloatRun* kRunOf =
    std::is_same_v<T, float> ? kFloatRunOf<Functor> : nullptr;
// Numbers that pay for a task of such a function.
inline constexpr int64_t kRunGrain = 16384;

// Computes out[i] = functor(x[i]) for i in [0, size) on the CPU, in parallel.
// `out` may be x.
template <class T, typename Functor>
void ActivateElements(const Functor& functor, int64_t size, const T* x,
                      T* out) {
  if constexpr (kRunOf<T, Functor> != nullptr) {
    platform::ParallelFor(size, kRunGrain, [=](int64_t begin, int64_t end) {
      kRunOf<T, Functor>(end - begin, x + begin, out + begin);
    });
  } else {
    // The functor is copied into the lambda: the compiler then knows that
    // writing to the output does not change its attributes.
    using A = platform::Accumulator<T>;
    TransformWide(
        size, [functor](A v) -> A { return functor.Value(v); }, out, x);
  }
}

// Computes out[i] = functor(x[i] + y[i]) in the same way. T is a type that is
// its own accumulator: in others the sum would be rounded.
template <class T, typename Functor>
void ActivateSum(const Functor& functor, int64_t size, const T* x, const T* y,
                 T* out) {
  static_assert(!platform::kIsHalf<T>);
  if constexpr (kRunOf<T, Functor> != nullptr) {
    platform::ParallelFor(size, kRunGrain, [=](int64_t begin, int64_t end) {
      T* sums = out + begin;
      AssignBlocks(
          end - begin, [](T a, T b) { return Add(a, b); }, sums, x + begin,
          y + begin);
      kRunOf<T, Functor>(end - begin, sums, sums);
    });
  } else {
    TransformWide(
        size, [functor](T a, T b) -> T { return functor.Value(Add(a, b)); },
        out, x, y);
  }
}

// Computes dx[i] = dout[i] * functor'(x[i]) for i in [0, size) on the CPU, in
// parallel, where `saved` is as for ActivateGrad. dx may be dout.
template <class T, typename Functor>
void ActivateGradElements(const Functor& functor, int64_t size, const T* saved,
                          const T* dout, T* dx) {
  using A = platform::Accumulator<T>;
  TransformWide(
      size, [functor](A g, A v) -> A { return functor.Grad(g, v); }, dx, dout,
      saved);
}

// Computes out = functor(x). `out` may share all its memory with x.
template <class Device, class T, typename Functor>
void Activate(const Device& device, const Functor& functor,
              const framework::Tensor& x, framework::Tensor* out) {
  if constexpr (platform::kIsCUDA<Device>) {
    ActivateOnCUDA<Functor, T>(device, functor, x, out);
  } else {
    ActivateElements(functor, x.numel(), x.data<T>(), out->mutable_data<T>());
  }
}

// Computes dx = dout * functor'(x), where `saved` is x, or the output of
// Activate if the functor's gradient reads that. dx may share all its memory
// with dout.
template <class Device, class T, typename Functor>
void ActivateGrad(const Device& device, const Functor& functor,
                  const framework::Tensor& saved, const framework::Tensor& dout,
                  framework::Tensor* dx) {
  if constexpr (platform::kIsCUDA<Device>) {
    ActivateGradOnCUDA<Functor, T>(device, functor, saved, dout, dx);
  } else {
    ActivateGradElements(functor, dout.numel(), saved.data<T>(), dout.data<T>(),
                         dx->mutable_data<T>());
  }
}

}  // namespace paddle::operators::kernels
