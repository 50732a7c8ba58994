// Which part of an axis a slice takes.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Elements [begin, end) of an axis.
struct SliceRange {
  int64_t begin = 0;
  int64_t end = 0;
};

// NumPy's start:end of an axis of this many elements: negative numbers count
// from the end, and what lies outside is cut off. Never end < begin.
SliceRange RangeOf(int64_t start, int64_t end, int64_t size);

// Where the slice of a tensor of `dims` begins, an index for each axis. The
// axes have been checked.
std::vector<int64_t> SliceBegins(const framework::Dims& dims,
                                 const std::vector<int64_t>& axes,
                                 const std::vector<int64_t>& starts,
                                 const std::vector<int64_t>& ends);

}  // namespace paddle::operators
