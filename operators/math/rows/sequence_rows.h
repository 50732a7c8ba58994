// Loops over the sequences that the rows of a tensor form.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Offsets of sequences: where each begins, and the end; never empty.
using Offsets = absl::Span<const int64_t>;

// How many elements a row has. `x` has rank 1 or more.
inline int64_t RowWidth(const framework::Tensor& x) {
  return x.dims().Slice(1, x.rank()).Numel();
}

// How many bytes a row has.
inline int64_t RowBytes(const framework::Tensor& x) {
  return RowWidth(x) * static_cast<int64_t>(framework::SizeOf(x.dtype()));
}

// Calls body(i, begin, end) for each sequence i, of the rows [begin, end), in
// parallel. `row_work`: elements that are touched for a row, about.
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
