// Registration of kernels for GPUs. The class that serves the CPU serves them
// too, if the functions it calls have a twin (platform/on_cuda.h). Builds
// without CUDA register nothing.
//
//   REGISTER_OP_CPU_KERNEL(softmax, SoftmaxKernel<float>,
//   SoftmaxKernel<double>); REGISTER_OP_CUDA_TWIN(softmax,
//   SoftmaxKernel<float>, SoftmaxKernel<double>);
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/on_cuda.h"

#define REGISTER_OP_CUDA_TWIN(type, ...) \
  PADDLE_IF_CUDA(REGISTER_OP_CUDA_KERNEL(type, __VA_ARGS__))

// The groups of operators/common/all_types.h.
#define REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(type, Kernel)                     \
  REGISTER_OP_CUDA_TWIN(                                                     \
      type, Kernel<bool>, Kernel<uint8_t>, Kernel<int8_t>, Kernel<int16_t>,  \
      Kernel<int32_t>, Kernel<int64_t>, Kernel<::paddle::platform::float16>, \
      Kernel<::paddle::platform::bfloat16>, Kernel<float>, Kernel<double>)
#define REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(type, Kernel)                \
  REGISTER_OP_CUDA_TWIN(type, Kernel<::paddle::platform::float16>,           \
                        Kernel<::paddle::platform::bfloat16>, Kernel<float>, \
                        Kernel<double>)
#define REGISTER_OP_CUDA_TWIN_OF_NUMBERS(type, Kernel)                       \
  REGISTER_OP_CUDA_TWIN(type, Kernel<::paddle::platform::float16>,           \
                        Kernel<::paddle::platform::bfloat16>, Kernel<float>, \
                        Kernel<double>, Kernel<int32_t>, Kernel<int64_t>)
