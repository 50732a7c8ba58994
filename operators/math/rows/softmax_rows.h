// Softmax of contiguous rows on the calling thread, for kernels that use it as
// a step, such as losses and attention.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The number of elements, with an exponential each, that are worth a thread.
inline constexpr int64_t kRowGrain = 8192;
// The number of elements, about, of a piece of rows, which stays in the cache
// between the passes over it.
inline constexpr int64_t kRowPiece = 2048;

// Computes the softmax of each of `rows` rows of `size` >= 1 elements, on the
// calling thread. `out` may be x. A row's result does not depend on how rows
// are grouped. T: float or double.
template <typename T>
void SoftmaxRows(int64_t rows, int64_t size, const T* x, T* out);
// Computes the same without instructions that a processor of the build may not
// have.
template <typename T>
void SoftmaxRowsAnywhere(int64_t rows, int64_t size, const T* x, T* out);
// Computes the same in parallel, past the caches, if `out` is too large for
// them and not x, and the processor has code for it; else returns false.
bool StreamSoftmaxRows(int64_t rows, int64_t size, const float* x, float* out);
// Computes d_x = out * (d_out - sum(d_out * out)) for each row; `d_x` may be
// `d_out`.
template <typename T>
void SoftmaxGradRows(int64_t rows, int64_t size, const T* out, const T* d_out,
                     T* d_x);

// Calls body(begin, end) for disjoint pieces of rows, in parallel.
inline void ForEachRowPiece(
    int64_t rows, int64_t size,
    absl::FunctionRef<void(int64_t begin, int64_t end)> body) {
  const int64_t row = std::max<int64_t>(size, 1);
  const int64_t piece = std::max<int64_t>(kRowPiece / row, 1);
  platform::ParallelFor(rows, kRowGrain / row + 1,
                        [&](int64_t begin, int64_t end) {
                          for (; begin < end; begin += piece) {
                            body(begin, std::min(begin + piece, end));
                          }
                        });
}

}  // namespace paddle::operators::kernels
