// Registration of kernels for groups of data types.
#pragma once

#include "paddle/framework/executor/op_kernel.h"

// A kernel for every data type.
#define REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(type, Kernel)                    \
  REGISTER_OP_CPU_KERNEL(                                                    \
      type, Kernel<bool>, Kernel<uint8_t>, Kernel<int8_t>, Kernel<int16_t>,  \
      Kernel<int32_t>, Kernel<int64_t>, Kernel<::paddle::platform::float16>, \
      Kernel<::paddle::platform::bfloat16>, Kernel<float>, Kernel<double>)

// A kernel for every floating data type, of which there are gradients.
#define REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(type, Kernel)                \
  REGISTER_OP_CPU_KERNEL(type, Kernel<::paddle::platform::float16>,           \
                         Kernel<::paddle::platform::bfloat16>, Kernel<float>, \
                         Kernel<double>)

// A kernel for every floating data type, int32 and int64.
#define REGISTER_OP_CPU_KERNEL_OF_NUMBERS(type, Kernel)                       \
  REGISTER_OP_CPU_KERNEL(type, Kernel<::paddle::platform::float16>,           \
                         Kernel<::paddle::platform::bfloat16>, Kernel<float>, \
                         Kernel<double>, Kernel<int32_t>, Kernel<int64_t>)
