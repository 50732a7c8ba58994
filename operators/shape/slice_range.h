// Which elements of an axis a slice takes.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// `size` elements of an axis: begin, begin + step, ...
struct SliceRange {
  int64_t begin = 0;
  int64_t step = 1;
  int64_t size = 0;
};

// NumPy's start:end:step of an axis of this many elements: negative positions
// count from the end, and what lies outside is cut off. `step` is not 0; that
// of the result is 1 if fewer than two elements are left.
SliceRange RangeOf(int64_t start, int64_t end, int64_t step, int64_t size);

// The attributes of the operator slice.
struct SliceAttributes {
  const std::vector<int64_t>& axes;
  const std::vector<int64_t>& starts;
  const std::vector<int64_t>& ends;
  const std::vector<int64_t>& strides;        // none: all 1
  const std::vector<int64_t>& decrease_axis;  // of which one element is taken
};

// A range of each axis of a tensor.
struct TensorSlice {
  std::array<SliceRange, framework::Dims::kMaxRank> ranges;
  // The axes that the result does not have.
  std::bitset<framework::Dims::kMaxRank> dropped;
};

// What the attributes take of a tensor of `dims`. Of an axis whose size is a
// symbol, so may be the number of elements taken. InvalidArgument for lists of
// different lengths, an axis named twice, a stride of 0, or a decrease_axis
// that is not among the axes; OutOfRange for an axis that does not exist, or an
// element named by a decrease_axis that is outside.
TensorSlice SliceOf(const framework::Dims& dims,
                    const SliceAttributes& attributes,
                    framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
