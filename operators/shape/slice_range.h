// Resolves the attributes of slice to ranges of elements.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// The elements begin, begin + step, ... of an axis, `size` of them. `step` may
// be negative, but is not 0; elements before the axis or after it are never
// among them.
struct SliceRange {
  int64_t begin = 0;
  int64_t step = 1;
  int64_t size = 0;
};

// Returns NumPy's start:end:step of an axis of `size` elements: negative
// positions count from the end, and positions outside are clamped. `step` must
// not be 0; the result has step 1 if it has fewer than two elements. For
// example, RangeOf(-2, 9, 1, 5) is {3, 1, 2}: elements 3 and 4; and RangeOf(9,
// -9, -2, 5) is {4, -2, 3}: elements 4, 2 and 0.
SliceRange RangeOf(int64_t start, int64_t end, int64_t step, int64_t size);

// References to the attributes of the slice operator. They are as the user gave
// them, not checked yet; `starts`, `ends` and `strides` have an entry for each
// of `axes`.
struct SliceAttributes {
  const std::vector<int64_t>& axes;
  const std::vector<int64_t>& starts;
  const std::vector<int64_t>& ends;
  const std::vector<int64_t>& strides;        // empty: all 1
  const std::vector<int64_t>& decrease_axis;  // axes with one element, dropped
};

// The range that slice takes along each axis of a tensor. Axes that the
// attributes do not list are taken whole. Only the first entries, as many as
// the tensor has axes, have a meaning.
struct TensorSlice {
  std::array<SliceRange, framework::Dims::kMaxRank> ranges;
  // Axes that are not axes of the result.
  std::bitset<framework::Dims::kMaxRank> dropped;
};

// Returns the part of a tensor of shape `dims` that the attributes select. If
// the size of an axis is a symbol, so may be the number of elements taken.
// Throws InvalidArgument for lists of different lengths, an axis listed twice,
// a stride of 0, or a decrease_axis that `axes` does not list; OutOfRange for
// an axis that does not exist or a dropped axis whose start is out of bounds.
TensorSlice SliceOf(const framework::Dims& dims,
                    const SliceAttributes& attributes,
                    framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
