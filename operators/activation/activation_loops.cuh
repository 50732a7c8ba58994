// The loops of activation_loops.h on GPUs, for .cu files. Generated sources
// (ops.bzl) instantiate them for each functor:
//
//   PADDLE_INSTANTIATE(kernels::ActivateOnCUDA, ReluFunctor, PADDLE_NUMBERS);
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// One thread per element. A functor is captured by value, with its attributes;
// it computes in the accumulator, and the result is narrowed once. `out` may be
// x: each thread reads its element before it writes it.
template <typename Functor, typename T>
void ActivateOnCUDA(const platform::CUDADeviceContext& device,
                    const Functor& functor, const framework::Tensor& x,
                    framework::Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(functor.Value(platform::Widened(from[i])));
  });
}

// dx may be dout: each thread reads its element before it writes it.
template <typename Functor, typename T>
void ActivateGradOnCUDA(const platform::CUDADeviceContext& device,
                        const Functor& functor, const framework::Tensor& saved,
                        const framework::Tensor& dout, framework::Tensor* dx) {
  const T* v = saved.data<T>();
  const T* g = dout.data<T>();
  T* to = dx->mutable_data<T>();
  platform::ForEach(device, dout.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(
        functor.Grad(platform::Widened(g[i]), platform::Widened(v[i])));
  });
}

}  // namespace paddle::operators::kernels
