// Reads how long nodes that resize images make each axis.
#pragma once

#include <vector>

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/resize_taps.h"

namespace paddle::onnx {

// The axes that are resized, which count from the front, and how.
struct ResizePlan {
  Ints axes;
  std::vector<ResizedAxis> sizes;
};

// Returns what inputs `scales` and `sizes`, of which one is left out, and the
// attributes of a node Resize say. Throws InvalidArgument for numbers that do
// not fit X, and Unimplemented for a size or number that is known only when the
// program runs.
// With `all`, axes whose scale is 1 are among them.
ResizePlan ResizePlanOf(Node* node, const Variable& x, int scales, int sizes,
                        bool all = false);

// Sets the sizes of the axes of a plan by a scale for each. Unless `all` are
// wanted, those whose scale is 1 leave it, and their size need not be known.
void PlanResizeByScales(const Variable& x, const std::vector<double>& scales,
                        bool all, ResizePlan* plan);

}  // namespace paddle::onnx
