// Computes nodes over shapes when a model is imported.
#pragma once

#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/size_array.h"

namespace paddle::onnx {

// Returns the value of a node of the standard domain whose inputs are known as
// integers and sizes: Shape, Size, Gather, Slice, Concat, Squeeze, Unsqueeze,
// Reshape, Cast, arithmetic, comparison and the like, over at most
// SizeArray::kMostElements. Nothing where a value depends on more than that,
// which is no error: the node then becomes operators. Throws what reading the
// node's attributes throws.
absl::optional<SizeArray> ComputeSizes(Node* node);

}  // namespace paddle::onnx
