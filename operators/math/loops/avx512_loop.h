// Compiles loops that compilers vectorize once more, for AVX-512, which the
// processor chooses:
//
//   #ifdef __x86_64__
//   PADDLE_AVX512_LOOP void AddWide(int64_t size, const float* x, float* y) {
//     Add(size, x, y);
//   }
//   #endif
//   if (UsesAvx512Loops()) return AddWide(size, x, y);
#pragma once

#include "paddle/platform/cpu_info.h"

// Makes a function use registers of 64 bytes, and inlines all that it calls:
// nothing else may be compiled for them, since an inline function of a header
// could then replace that of other files. For x86-64 alone.
#ifdef __clang__
#define PADDLE_AVX512_LOOP                                              \
  __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl"), \
                 flatten))
#else
#define PADDLE_AVX512_LOOP                                             \
  __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl," \
                        "prefer-vector-width=512"),                    \
                 flatten))
#endif

namespace paddle::operators::kernels {

// True if such functions are to be called: the processor has AVX-512, and the
// program is compiled for fused multiply-adds. Else they would fuse
// multiplications and additions that the rest of the program rounds one by one.
inline bool UsesAvx512Loops() {
#if defined(__x86_64__) && defined(__FMA__)
  static const bool uses = platform::CPULevel() >= 4;
  return uses;
#else
  return false;
#endif
}

}  // namespace paddle::operators::kernels
