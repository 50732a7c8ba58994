#include "paddle/operators/detection/prior_sizes.h"

#include <algorithm>
#include <cmath>

namespace paddle::operators {
namespace {

std::vector<double> RatiosOf(const PriorSizes& sizes) {
  std::vector<double> ratios{1};
  for (double ratio : sizes.aspect_ratios) {
    const bool known = std::any_of(
        ratios.begin(), ratios.end(),
        [ratio](double other) { return std::abs(ratio - other) < 1e-6; });
    if (known) continue;
    ratios.push_back(ratio);
    if (sizes.flip) ratios.push_back(1 / ratio);
  }
  return ratios;
}

}  // namespace

std::vector<BoxSize> SizesOfPriors(const PriorSizes& sizes) {
  const std::vector<double> ratios = RatiosOf(sizes);
  std::vector<BoxSize> boxes;
  for (size_t i = 0; i < sizes.min_sizes.size(); ++i) {
    const double size = sizes.min_sizes[i];
    const auto first = static_cast<std::ptrdiff_t>(boxes.size());
    for (double ratio : ratios) {
      boxes.push_back({size * std::sqrt(ratio), size / std::sqrt(ratio)});
    }
    if (i >= sizes.max_sizes.size()) continue;
    const double mean = std::sqrt(size * sizes.max_sizes[i]);
    boxes.insert(sizes.max_after_min ? boxes.begin() + first + 1 : boxes.end(),
                 {mean, mean});
  }
  return boxes;
}

}  // namespace paddle::operators
