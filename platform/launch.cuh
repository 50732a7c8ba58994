// The two ways to run code on a GPU: every kernel goes through one of them.
// Include it from .cu files only.
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
// Work is submitted to the context's stream and not waited for. Captured are
// numbers and pointers into memory of the GPU, never references; lambdas stand
// in free functions (of a private method they have no name that nvcc can use).
// Under --config=emulated both are loops of the processor, from the last
// element to the first, in which memory of the GPU may be touched, and nowhere
// else.
#pragma once

#ifdef __CUDACC__
#include "paddle/platform/launch_nvcc.cuh"
#else
#include "paddle/platform/launch_emulated.cuh"
#endif
