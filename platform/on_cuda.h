// Hands over from the code for the CPU to its twin for GPUs.
//
//   template <typename T>
//   void Softmax(const DeviceContext& device, const Tensor& x, Tensor* out) {
//     PADDLE_ON_CUDA(device, SoftmaxOnCUDA<T>(device, x, out));
//     ... the CPU ...
//
// The twin is in softmax.cu next to softmax.cc. Builds without CUDA do not
// mention it.
#pragma once

#include "paddle/platform/device_context.h"

#ifdef PADDLE_WITH_CUDA
// Returns what `call` does if `device` is a GPU.
#define PADDLE_ON_CUDA(device, ...)                     \
  do {                                                  \
    if ((device).place().is_cuda()) return __VA_ARGS__; \
  } while (false)
// Expands to its arguments in builds with GPU code, else to nothing.
#define PADDLE_IF_CUDA(...) __VA_ARGS__
#else
#define PADDLE_ON_CUDA(device, ...) static_cast<void>(device)
#define PADDLE_IF_CUDA(...)
#endif
