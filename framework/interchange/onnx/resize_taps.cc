#include "paddle/framework/interchange/onnx/resize_taps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

constexpr double kFarthest = 1LL << 31;

// Returns the place in the source of element `i` of the result.
double PlaceOf(const ResizeRule& rule, const ResizedAxis& axis, int64_t i) {
  const double place = static_cast<double>(i);
  const double size = static_cast<double>(axis.size);
  const double length = axis.scale * size;
  const std::string& how = rule.coordinates;
  if (how == "align_corners") {
    return length == 1 ? 0 : place * (size - 1) / (length - 1);
  }
  if (how == "asymmetric") return place / axis.scale;
  if (how == "tf_crop_and_resize") {
    const double range = (rule.roi_end - rule.roi_begin) * (size - 1);
    const double inside =
        length == 1 ? range / 2 : place * range / (length - 1);
    return inside + rule.roi_begin * (size - 1);
  }
  if (how == "pytorch_half_pixel" && length == 1) return -0.5;
  const double half = (place + 0.5) / axis.scale - 0.5;
  if (how == "half_pixel" || how == "pytorch_half_pixel") return half;
  PADDLE_ENFORCE(how == "half_pixel_symmetric", Unimplemented,
                 "coordinate_transformation_mode ", how);
  const double adjustment = static_cast<double>(axis.out) / length;
  return size / 2 * (1 - adjustment) + half;
}

std::vector<double> NearestWeights(const std::string& mode, double ratio) {
  if (ratio == 1) return {0, 1};
  if (mode == "floor") return {1, 0};
  if (mode == "ceil") return {0, 1};
  PADDLE_ENFORCE(mode == "round_prefer_floor" || mode == "round_prefer_ceil",
                 Unimplemented, "nearest_mode ", mode);
  const bool right = mode == "round_prefer_floor" ? ratio > 0.5 : ratio >= 0.5;
  return {right ? 0.0 : 1.0, right ? 1.0 : 0.0};
}

// The kernel of Keys (1981) at a distance.
double Cubic(double a, double x) {
  x = std::abs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

// Returns the weights of the elements around a place that lies `ratio`, in
// (0, 1], behind one of them.
std::vector<double> WeightsAt(const ResizeRule& rule, double ratio,
                              double scale) {
  if (rule.mode == "nearest") return NearestWeights(rule.nearest, ratio);
  const bool cubic = rule.mode == "cubic";
  PADDLE_ENFORCE(cubic || rule.mode == "linear", Unimplemented, "mode ",
                 rule.mode);
  // With antialias the kernel is as wide as an element of a smaller result.
  const double width = rule.antialias ? std::min(scale, 1.0) : 1;
  const int reach = cubic ? 2 : 1;
  const int begin = static_cast<int>(std::floor(-reach / width)) + 1;
  const int end = cubic ? 2 - begin : begin + 2 - 2 * begin;
  std::vector<double> weights;
  for (int i = begin; i < end; ++i) {
    const double x = width * (i - ratio);
    weights.push_back(cubic ? Cubic(rule.cubic_a, x)
                            : std::clamp(1 - std::abs(x), 0.0, 1.0));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= rule.antialias ? sum : 1;
  return weights;
}

// Returns the first of the n elements that are nearest to a place; of two as
// near, the earlier one.
int64_t FirstNear(double place, int64_t n) {
  const double floor = std::floor(place);
  const double rest = place - floor;
  const auto at = static_cast<int64_t>(floor);
  if (n % 2 == 0) return at - n / 2 + (rest == 0 ? 0 : 1);
  return at - (n - 1) / 2 + (rest <= 0.5 ? 0 : 1);
}

void ExcludeOutside(int64_t first, int64_t size, std::vector<double>* weights) {
  double sum = 0;
  for (size_t k = 0; k < weights->size(); ++k) {
    const int64_t index = first + static_cast<int64_t>(k);
    if (index < 0 || index >= size) (*weights)[k] = 0;
    sum += (*weights)[k];
  }
  for (double& weight : *weights) weight /= sum == 0 ? 1 : sum;
}

}  // namespace

Taps TapsOf(const ResizeRule& rule, const ResizedAxis& axis) {
  Taps taps;
  const bool crops = rule.coordinates == "tf_crop_and_resize";
  for (int64_t i = 0; i < axis.out; ++i) {
    const double place = PlaceOf(rule, axis, i);
    PADDLE_ENFORCE(std::abs(place) < kFarthest, Unimplemented, "place ", place,
                   " of an axis of ", axis.size, " elements");
    const double floor = std::floor(place);
    // The element on the left is preferred where a place is that of one.
    const double ratio = place == floor ? 1 : place - floor;
    std::vector<double> weights = WeightsAt(rule, ratio, axis.scale);
    taps.taps = static_cast<int64_t>(weights.size());
    const int64_t first = FirstNear(place, taps.taps);
    // One nearest element has no weight to share.
    if (rule.exclude_outside && rule.mode != "nearest") {
      ExcludeOutside(first, axis.size, &weights);
    }
    for (int64_t k = 0; k < taps.taps; ++k) {
      // Elements beyond the ends are as those at the ends.
      taps.index.push_back(std::clamp<int64_t>(first + k, 0, axis.size - 1));
      taps.weight.push_back(weights[k]);
    }
    if (crops) {
      taps.outside.push_back(place < 0 ||
                             place > static_cast<double>(axis.size - 1));
    }
  }
  return taps;
}

}  // namespace paddle::onnx
