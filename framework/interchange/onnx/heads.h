// Splits the last axis of sequences into heads.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Returns x [batch, steps, heads * d] as [batch, heads, steps, d]. Throws
// InvalidArgument for a width that `heads` does not divide.
Variable SplitHeads(Node* node, const Variable& x, int64_t heads);

// Returns x [batch, heads, steps, d] as [batch, steps, heads * d].
Variable JoinHeads(Node* node, const Variable& x);

}  // namespace paddle::onnx
