// Runs algorithms of Thrust as work of a GPU:
//
//   RunThrust(device, scratch, [=](const auto& policy) {
//     thrust::stable_sort_by_key(policy, keys, keys + count, values);
//   });
//
// Only for algorithms whose result is the same from run to run: sorting, unique
// and scans of integers, but no sums of floating-point numbers. Thrust compiles
// slowly: include this header, which brings the algorithms, from the few .cu
// files that call them. Under --config=emulated Thrust's own C++ back end plays
// the GPU.
#pragma once

#ifdef __CUDACC__
#include "paddle/platform/thrust_nvcc.cuh"
#else
#include "paddle/platform/thrust_emulated.cuh"
#endif
