// Windows on images whose sizes are known only when the program runs.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Writes a node Col2Im. Throws InvalidArgument for X that is not [N, C * size
// of a window, windows] and, when run, for sizes and numbers of windows that do
// not fit each other; Unimplemented if it is not known how many axes the image
// has.
void Col2ImAtRunTime(Node* node);

}  // namespace paddle::onnx
