// Resizes one axis by numbers that are known only when the program runs: what
// resize_taps.h computes, by operators.
#pragma once

#include <cstdint>

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/resize_taps.h"

namespace paddle::onnx {

// An axis, as ResizedAxis; its numbers are float64, of rank 0.
struct RunTimeAxis {
  int axis = 0;
  Variable size;
  Variable out;
  int64_t known_out = -1;  // if `out` is known; negative: it is not
  Variable scale;
  // For coordinates tf_crop_and_resize, instead of those of the rule.
  Variable roi_begin, roi_end;
};

// Returns x resized along an axis, as TapsOf says in float64. Where elements
// are not just copied, x is of float32 or float64. Throws Unimplemented for a
// rule that is not known.
Variable ResizedAlong(Node* node, const Variable& x, const ResizeRule& rule,
                      const RunTimeAxis& axis);

}  // namespace paddle::onnx
