// Checks of whether cuDNN can express windows that slide over images; what it
// cannot is left to our own kernels.
#pragma once

#include <cstdint>

#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// The sizes along one axis of an image, the windows and the output; padding is
// the same on both sides.
struct LibraryAxis {
  int64_t in;
  int64_t kernel;
  int64_t out;
  int64_t stride;
  int64_t padding;
  int64_t dilation;
};

// True if cuDNN uses the same windows: all those that fit into the padded
// image, none of which lies in the padding alone; and if the sizes fit its int.
bool FitsLibrary(const LibraryAxis& axis);

// True if tensors of shape [outer, planes, extent] have elements, and fewer
// than 2^31.
bool CountsInLibrary(int64_t outer, int64_t planes, const Extent& extent);

}  // namespace paddle::operators::kernels
