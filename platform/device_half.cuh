// Converts 16-bit numbers in GPU code to the type that computes, and back.
#pragma once

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::platform {

// Converts a number exactly to the accumulator of its type: float for 16-bit
// types, else the type itself.
template <typename T>
PADDLE_HOST_DEVICE inline Accumulator<T> Widened(const T& x) {
// On a GPU these are single instructions; the conversions of float16 and
// bfloat16 themselves are integer arithmetic for the CPU.
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<T, float16>) {
    return __half2float(__ushort_as_half(x.bits));
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return __bfloat162float(__ushort_as_bfloat16(x.bits));
  } else {
    return x;
  }
// On the CPU the types convert implicitly.
#else
  return x;
#endif
}

// Rounds an accumulator to T, to nearest, ties to even.
template <typename T>
PADDLE_HOST_DEVICE inline T Narrowed(Accumulator<T> x) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<T, float16>) {
    return float16::FromBits(__half_as_ushort(__float2half_rn(x)));
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return bfloat16::FromBits(__bfloat16_as_ushort(__float2bfloat16_rn(x)));
  } else {
    return x;
  }
#else
  return T(x);
#endif
}

}  // namespace paddle::platform
