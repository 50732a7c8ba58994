// Pools whose windows have gaps, or that say where a maximum is, element by
// element of the window.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/windows.h"

namespace paddle::onnx {

// All take images [N, C, size, ...] of known sizes, whose windows may have any
// padding and dilation; a node's ceil_mode adds a last window that begins on
// the image or before it. Throw Unimplemented for windows of more than 1024
// elements along an axis, or in all where places are wanted.

// Returns the maxima.
Variable MaxOfTaps(Node* node, const Variable& images, const Windows& windows);
// Returns where in the whole tensor each maximum is, int64; of equal ones the
// first. With `columns_first` places on an image count down its columns.
Variable PlacesOfMaxima(Node* node, const Variable& images,
                        const Windows& windows, bool columns_first);
// Returns the sums.
Variable SumOfTaps(Node* node, const Variable& images, const Windows& windows);
// Returns the means over the elements of the image alone, or, with `padded`,
// of it and its padding.
Variable MeanOfTaps(Node* node, const Variable& images, const Windows& windows,
                    bool padded);

}  // namespace paddle::onnx
