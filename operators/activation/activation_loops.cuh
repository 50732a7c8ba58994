// Functions of one tensor, element by element, on GPUs: the half of
// activation_loops.h that is instantiated for each functor, at namespace
// paddle::operators, in sources that the build writes as ops.bzl says.
//
//   PADDLE_CUDA_ACTIVATION_OF_NUMBERS(ReluFunctor)  // relu_kernel.cu
//   PADDLE_CUDA_ACTIVATION_GRAD(ReluFunctor)        // relu_grad_kernel.cu
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename T, typename Functor>
void ActivateOnCUDA(const platform::DeviceContext& device,
                    const Functor& functor, const framework::Tensor& x,
                    framework::Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(functor.Value(platform::Widened(from[i])));
  });
}

template <typename T, typename Functor>
void ActivateGradOnCUDA(const platform::DeviceContext& device,
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

// Of one type.
#define PADDLE_CUDA_ACTIVATION_OF(T, Functor)                   \
  template void kernels::ActivateOnCUDA<T, Functor>(            \
      const ::paddle::platform::DeviceContext&, const Functor&, \
      const ::paddle::framework::Tensor&, ::paddle::framework::Tensor*);
#define PADDLE_CUDA_ACTIVATION_GRAD_OF(T, Functor)                            \
  template void kernels::ActivateGradOnCUDA<T, Functor>(                      \
      const ::paddle::platform::DeviceContext&, const Functor&,               \
      const ::paddle::framework::Tensor&, const ::paddle::framework::Tensor&, \
      ::paddle::framework::Tensor*);

// Of the groups of operators/common/all_types.h; gradients, of floating types.
#define PADDLE_CUDA_ACTIVATION_OF_FLOATING_TYPES(Functor)          \
  PADDLE_CUDA_ACTIVATION_OF(::paddle::platform::float16, Functor)  \
  PADDLE_CUDA_ACTIVATION_OF(::paddle::platform::bfloat16, Functor) \
  PADDLE_CUDA_ACTIVATION_OF(float, Functor)                        \
  PADDLE_CUDA_ACTIVATION_OF(double, Functor)
#define PADDLE_CUDA_ACTIVATION_OF_NUMBERS(Functor)  \
  PADDLE_CUDA_ACTIVATION_OF_FLOATING_TYPES(Functor) \
  PADDLE_CUDA_ACTIVATION_OF(int32_t, Functor)       \
  PADDLE_CUDA_ACTIVATION_OF(int64_t, Functor)
#define PADDLE_CUDA_ACTIVATION_GRAD(Functor)                            \
  PADDLE_CUDA_ACTIVATION_GRAD_OF(::paddle::platform::float16, Functor)  \
  PADDLE_CUDA_ACTIVATION_GRAD_OF(::paddle::platform::bfloat16, Functor) \
  PADDLE_CUDA_ACTIVATION_GRAD_OF(float, Functor)                        \
  PADDLE_CUDA_ACTIVATION_GRAD_OF(double, Functor)
