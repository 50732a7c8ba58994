// Loops over rows of gates and states, shared by recurrent kernels on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Calls body(i) for each of `count` rows of `width` elements. The grain makes
// small steps run on the calling thread; so do those of groups of sequences
// that already run in parallel. body must not depend on the order of rows.
template <typename Body>
void ForEachMember(int64_t count, int64_t width, const Body& body) {
  // An element costs an exp or so: fewer are not worth a task.
  constexpr int64_t kGrain = 8192;
  platform::ParallelFor(count, kGrain / (width + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) body(i);
                        });
}

// Computes sum += x. Runs on the calling thread, as do the functions below; the
// two must not overlap.
template <typename T>
void AddTo(int64_t size, const T* x, T* sum) {
  AssignRun(size, sum, [=](int64_t j) { return sum[j] + x[j]; });
}

// Computes out = x + a + b. a and b may be null, which counts as zeros; out may
// be x.
template <typename T>
void AddTerms(int64_t size, const T* x, const T* a, const T* b, T* out) {
  if (a != nullptr && b != nullptr) {
    AssignRun(size, out, [=](int64_t j) { return x[j] + a[j] + b[j]; });
  } else if (a != nullptr || b != nullptr) {
    const T* const term = a != nullptr ? a : b;
    AssignRun(size, out, [=](int64_t j) { return x[j] + term[j]; });
  } else if (x != out) {
    std::copy_n(x, size, out);
  }
}

// Copy a row of numbers to a type that is as wide, or wider or narrower: to the
// accumulator of a 16-bit type, or from it, rounded.
template <typename T>
void CopyRow(int64_t size, const T* x, T* out) {
  if (x != out) std::copy_n(x, size, out);
}
inline void CopyRow(int64_t size, const platform::bfloat16* x, float* out) {
  ToFloat(size, x, out);
}
inline void CopyRow(int64_t size, const float* x, platform::bfloat16* out) {
  FromFloat(size, x, out);
}

// Computes out = x + a + b of bfloat16 x.
inline void AddTerms(int64_t size, const platform::bfloat16* x, const float* a,
                     const float* b, float* out) {
  ToFloat(size, x, out);
  AddTerms<float>(size, out, a, b, out);
}

// Computes out = the sum of `count` rows, at least one, added in order.
template <typename T>
void AddRows(int64_t count, int64_t width, const T* rows, T* out) {
  std::copy_n(rows, width, out);
  for (int64_t i = 1; i < count; ++i) AddTo(width, rows + i * width, out);
}

}  // namespace paddle::operators::kernels
