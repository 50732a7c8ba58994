// Complex tensors of ONNX, whose last axis has the real and the imaginary part.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// A complex tensor; an invalid imaginary part is 0.
struct Complex {
  Variable real, imaginary;
};

// Returns the parts of x [..., 1 or 2]. Throws InvalidArgument for another
// number of them.
Complex PartsOf(Node* node, const Variable& x);

// Returns [..., 2] of two parts.
Variable Together(Node* node, const Complex& x);

}  // namespace paddle::onnx
