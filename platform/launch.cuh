// The two ways to launch code on a GPU, which every kernel uses. Include this
// header from .cu files only.
//
//   ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) { y[i] = 2 * x[i]; });
//
//   ForEachTeam(device, rows, width, [=] PADDLE_DEVICE(const Team& team) {
//     const float* row = x + team.index() * width;
//     float sum = 0;
//     for (int64_t j = team.lane(); j < width; j += team.size()) sum += row[j];
//     sum = team.Reduce(sum, SumReducer());
//     if (team.lane() == 0) out[team.index()] = sum;
//   });
//
// Both enqueue the work on the context's stream and return at once. Lambdas
// capture numbers and pointers to GPU memory, never references, and must be
// written in free functions (nvcc cannot name them in private methods). Under
// --config=emulated both are loops on the CPU, from the last element to the
// first, and only inside them may GPU memory be accessed.
#pragma once

#ifdef __CUDACC__
#include "paddle/platform/launch_nvcc.cuh"
#else
#include "paddle/platform/launch_emulated.cuh"
#endif
