// Writes convolutions for several kinds of nodes.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Returns the convolution of images [N, C, size, ...] with filters [M, C /
// group, size, ...] of one to three axes, by the attributes of a node Conv.
// Throws Unimplemented for filters of unknown sizes.
Variable Convolution(Node* node, const Variable& images,
                     const Variable& filters);

}  // namespace paddle::onnx
