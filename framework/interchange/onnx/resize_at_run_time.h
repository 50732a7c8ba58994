// Resizes images by sizes, scales and regions of which some are known only when
// the program runs: the numbers of resize_taps.h, computed by operators.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/resize_taps.h"

namespace paddle::onnx {

// The inputs of a node that say what it does.
struct ResizeInputs {
  int roi = -1;  // negative: its rule has no region
  int scales = 1;
  int sizes = 3;
};

// True if all is known that the node needs to compute its elements' places: the
// sizes of the axes of X that change, and the inputs' numbers.
bool IsResizeKnown(Node* node, const Variable& x, const ResizeInputs& inputs);

// Returns X resized, by float64 as TapsOf. Axes that are known to stay as they
// are keep their size; of the others those are known that `sizes` says. Throws
// InvalidArgument for lists that do not fit X and, when run, for sizes below 1
// or above kMostMade, naming the input; Unimplemented for rules that are not
// known.
Variable ResizeAtRunTime(Node* node, const Variable& x,
                         const ResizeInputs& inputs, const ResizeRule& rule);

}  // namespace paddle::onnx
