// How the implementations of conv.h cut a batch, the same way for any number
// of threads.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// Consecutive images that one thread computes at a time.
struct ConvPiece {
  int64_t begin;
  int64_t count;
};

// The images of a piece (the last one may be smaller): what lies within reach
// of a core's own cache.
int64_t ImagesPerPiece(const ConvShape& shape);

// Calls body for all pieces of the batch, in parallel.
void ForEachPiece(const ConvShape& shape,
                  absl::FunctionRef<void(ConvPiece)> body);

// total[i] = the sum over the pieces of what body adds to sums[i]; with
// `first`, body writes sums instead. A few sums are made in parallel, each over
// consecutive pieces, and added up in order. An empty batch gives zeros. Uses
// ScratchSlot::kShared. T is float or double.
template <typename T>
void SumOverPieces(const ConvShape& shape, int64_t size,
                   absl::FunctionRef<void(ConvPiece, bool first, T* sums)> body,
                   T* total);

}  // namespace paddle::operators::kernels
