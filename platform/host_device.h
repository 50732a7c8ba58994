// Marks functions that GPUs run, too.
#pragma once

// Before the declaration of a function or method: it also runs on a GPU, if a
// compiler of CUDA sees it. It must not throw and must not call what lacks the
// mark (constexpr functions excepted).
#ifdef __CUDACC__
#define PADDLE_HOST_DEVICE __host__ __device__
#else
#define PADDLE_HOST_DEVICE
#endif

// PADDLE_ENFORCE (platform/enforce.h) in a function that is marked: a GPU,
// which cannot throw, does not check and goes on with some value.
#ifdef __CUDA_ARCH__
#define PADDLE_ENFORCE_ON_HOST(...) static_cast<void>(0)
#else
#define PADDLE_ENFORCE_ON_HOST(...) PADDLE_ENFORCE(__VA_ARGS__)
#endif
