// What cuDNN can be told of windows that slide over images.
#pragma once

#include <cstdint>

#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// One axis of the image.
struct LibraryAxis {
  int64_t in;
  int64_t kernel;
  int64_t out;
  int64_t stride;
  int64_t padding;
  int64_t dilation;
};

// Whether cuDNN sees the same windows: all those that fit into the padded
// image, none of which lies in the padding alone; and it can count so far.
bool FitsLibrary(const LibraryAxis& axis);

// Whether tensors [outer, planes, extent] have elements, and less than 2^31.
bool CountsInLibrary(int64_t outer, int64_t planes, const Extent& extent);

}  // namespace paddle::operators::kernels
