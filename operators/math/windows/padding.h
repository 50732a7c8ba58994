// The reach of windows beyond the images over which they slide, as the
// attributes "paddings" and "padding_algorithm" of operators say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// The elements of padding at both ends of each axis.
struct Padding {
  Extent before{0, 0, 0};
  Extent after{0, 0, 0};
};

// The sizes that the padding of the algorithm "SAME" follows from.
struct WindowSizes {
  Extent in{};     // of the image
  Extent out{};    // the number of windows
  Extent reach{};  // from the first to the last element of a window
  Extent stride{};
};

// The values of both attributes, for images of `axes` axes.
struct PaddingAttributes {
  // A number for each axis, or two: before and after it.
  const std::vector<int64_t>& paddings;
  int axes;
  const std::string& algorithm;  // "SAME": paddings are not read

  bool is_same() const { return algorithm == "SAME"; }
};

// Returns the padding. That of the algorithm "SAME" is as little as the windows
// need, half of it before the image, rounded down.
Padding PaddingOf(const PaddingAttributes& attributes,
                  const WindowSizes& sizes);

// Returns the number of windows along an axis of `size` elements.
int64_t CountWindows(const PaddingAttributes& attributes, int axis,
                     int64_t size, int64_t reach, int64_t stride);

}  // namespace paddle::operators::kernels
