// Loops over the sequences that the rows of a tensor form.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Offsets of sequences: the first row of each, and the end; never empty.
using Offsets = absl::Span<const int64_t>;

// Returns the elements of a row. `x` has rank 1 or more.
inline int64_t RowWidth(const framework::Tensor& x) {
  return x.dims().Slice(1, x.rank()).Numel();
}

// Returns the bytes of a row.
inline int64_t RowBytes(const framework::Tensor& x) {
  return RowWidth(x) * static_cast<int64_t>(framework::SizeOf(x.dtype()));
}

// Calls body(i, begin, end) for each sequence i, with rows [begin, end), in
// parallel. `row_work` is about the number of elements that are touched per
// row; with the mean length of a sequence it gives the grain.
template <typename Body>
void ForEachSequence(Offsets offsets, int64_t row_work, const Body& body) {
  constexpr int64_t kGrain = 16384;
  const int64_t count = static_cast<int64_t>(offsets.size()) - 1;
  const int64_t rows =
      std::max<int64_t>((offsets.back() - offsets.front()) / (count + 1), 1);
  const int64_t work = rows * std::max<int64_t>(row_work, 1);
  platform::ParallelFor(count, kGrain / work + 1,
                        [&](int64_t first, int64_t last) {
                          for (int64_t i = first; i < last; ++i) {
                            body(i, offsets[i], offsets[i + 1]);
                          }
                        });
}

}  // namespace paddle::operators::kernels
