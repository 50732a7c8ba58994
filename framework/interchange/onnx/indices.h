// Reads the indices of nodes that take or write elements by their places.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Returns the axes of x that the attribute "axes" names, all if it is left out,
// counted from the front. Throws OutOfRange for one that x has not.
Ints AxesAttr(Node* node, const Variable& x);

// Adds sizes to the indices that are negative.
Variable AddToNegative(Node* node, const Variable& index, const Variable& size);

// Returns the indices of input `i` into axes [begin, end) of `x`, without those
// that count from the end: our operators refuse them.
Variable FromTheFront(Node* node, int i, const Variable& x, int begin, int end);

// Returns the indices of input 1, places along the axes of X from `first` on,
// all from the front. Throws InvalidArgument if X has fewer axes.
Variable PlacesIn(Node* node, const Variable& x, int first = 0);

}  // namespace paddle::onnx
