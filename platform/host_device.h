// Marks functions that run on GPUs as well as on the CPU.
#pragma once

// Precedes the declaration of a function that also runs on a GPU, where a CUDA
// compiler sees it. Such a function must not throw, and may call only functions
// that are marked or constexpr.
#ifdef __CUDACC__
#define PADDLE_HOST_DEVICE __host__ __device__
#else
#define PADDLE_HOST_DEVICE
#endif

// Acts as PADDLE_ENFORCE (platform/enforce.h) in a marked function when it runs
// on the CPU; a GPU cannot throw, so it skips the check and goes on with some
// value.
#ifdef __CUDA_ARCH__
#define PADDLE_ENFORCE_ON_HOST(...) static_cast<void>(0)
#else
#define PADDLE_ENFORCE_ON_HOST(...) PADDLE_ENFORCE(__VA_ARGS__)
#endif
