// Cuts a batch into pieces, the same way for any number of threads: this is
// what makes the bits of all implementations of conv.h independent of the
// machine's cores.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// Consecutive images that one thread computes, one after another or as one call
// of a library.
struct ConvPiece {
  int64_t begin;
  int64_t count;
};

// Returns the number of images of a piece (the last one may be smaller): as
// many as fit in a core's own cache, from 1 to 8. It depends on the sizes of an
// image and its output alone, not on the batch.
int64_t ImagesPerPiece(const ConvShape& shape);

// Calls body for all pieces of the batch, in parallel. body must not touch what
// belongs to other pieces.
void ForEachPiece(const ConvShape& shape,
                  absl::FunctionRef<void(ConvPiece)> body);

// Computes total[i] = the sum over the pieces of what body adds to sums[i];
// with `first`, body writes sums instead of adding, which saves filling them
// with zeros. A few sums are made in parallel, each over consecutive pieces,
// and added up in order. An empty batch gives zeros. Uses ScratchSlot::kShared.
// T: float, double.
template <typename T>
void SumOverPieces(const ConvShape& shape, int64_t size,
                   absl::FunctionRef<void(ConvPiece, bool first, T* sums)> body,
                   T* total);

}  // namespace paddle::operators::kernels
