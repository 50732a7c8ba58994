// Finds the sizes of the boxes at one place of a feature map.
#pragma once

#include <vector>

namespace paddle::operators {

// Attributes of prior_box.
struct PriorSizes {
  std::vector<double> min_sizes;
  std::vector<double> max_sizes;  // empty, or one for each of min_sizes
  std::vector<double> aspect_ratios;
  bool flip;
  bool max_after_min;  // before the boxes of other aspect ratios, not behind
};

// A width and a height.
struct BoxSize {
  double width;
  double height;
};

// Returns the sizes of the boxes of each min size, in order: one of each aspect
// ratio, of which 1 is the first; with max_sizes also the square whose side is
// the geometric mean of both sizes. An aspect ratio counts once; with `flip`
// its inverse comes behind it.
std::vector<BoxSize> SizesOfPriors(const PriorSizes& sizes);

}  // namespace paddle::operators
