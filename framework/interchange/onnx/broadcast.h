// Broadcasts to shapes of which some sizes are known only when the program
// runs.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/size_array.h"

namespace paddle::onnx {

// Returns a tensor of `value` whose sizes are 1, and at `axis` a size that is
// not known yet: that of the first variable that has it. Throws Unimplemented
// if none has.
Variable FilledAlong(Node* node, int64_t symbol, int axis, int rank,
                     DataType type, double value);

// Returns the shape that an input says, as far as it is known. Throws what
// Node::IntsIn throws for one that is not, and InvalidArgument for integers of
// another type than int64 and int32, and for too many.
SizeArray ShapeIn(Node* node, int i);

// Returns `x` broadcast with a shape by NumPy's rule, as ONNX's Expand does: a
// size of 1 in the shape keeps that of x. Throws Unimplemented for a size that
// no variable has.
Variable BroadcastTo(Node* node, const Variable& x, const SizeArray& shape);

}  // namespace paddle::onnx
