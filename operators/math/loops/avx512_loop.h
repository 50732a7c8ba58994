// The attribute of functions whose loops compilers vectorize for AVX-512.
#pragma once

// Makes a function use registers of 64 bytes, and inlines all that it calls:
// nothing else may be compiled for them, since an inline function of a header
// could then replace that of other files. For x86-64 alone, and processors of
// platform::CPULevel() 4.
#ifdef __clang__
#define PADDLE_AVX512_LOOP \
  __attribute__((target("avx512f,avx512dq,avx512vl"), flatten))
#else
#define PADDLE_AVX512_LOOP                                                    \
  __attribute__((target("avx512f,avx512dq,avx512vl,prefer-vector-width=512"), \
                 flatten))
#endif
