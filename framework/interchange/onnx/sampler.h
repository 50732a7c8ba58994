// Images at places that a tensor says, as sums of weighted elements.
#pragma once

#include <vector>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Return X [N, C, size, ...], of known sizes but N, at places. Those with
// gradients, too, flow through the weights. Throw InvalidArgument for shapes
// that do not fit, and Unimplemented for unknown sizes.

// Samples at grid [N, size, ..., axes], as the attributes of a node GridSample
// say, for up to three axes: [N, C, size, ...].
Variable SampleGrid(Node* node, const Variable& x, const Variable& grid);
// Samples linearly at places [N, m] along each axis, counted in elements; zeros
// are around the images: [N, C, m].
Variable SampleElements(Node* node, const Variable& x,
                        const std::vector<Variable>& places);

}  // namespace paddle::onnx
