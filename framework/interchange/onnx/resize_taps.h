// Computes which elements of an axis those of a resized one are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace paddle::onnx {

// The rules of a node Resize, for one axis (ONNX, Operators.md#Resize).
struct ResizeRule {
  std::string mode = "nearest";  // "linear", "cubic"
  std::string coordinates = "half_pixel";
  std::string nearest = "round_prefer_floor";
  double cubic_a = -0.75;
  bool antialias = false;
  bool exclude_outside = false;
  double roi_begin = 0;
  double roi_end = 1;
};

// An axis of `size` elements becomes one of `out`. `scale` is how many times
// longer it is before its length is rounded down.
struct ResizedAxis {
  int64_t size = 0;
  int64_t out = 0;
  double scale = 1;
};

// Element i of the result is the sum over k of weight[i * taps + k] times
// element index[i * taps + k] of the source.
struct Taps {
  int64_t taps = 0;
  std::vector<int64_t> index;
  std::vector<double> weight;
  // Elements that lie outside of the source, if coordinates are
  // tf_crop_and_resize; empty: none does.
  std::vector<bool> outside;
};

// Throws Unimplemented for a rule that is not known. Sizes are positive.
Taps TapsOf(const ResizeRule& rule, const ResizedAxis& axis);

}  // namespace paddle::onnx
