// Inputs of nodes that say shapes, axes and the like, and are known only when
// the program runs: attributes of our operators that come from inputs
// (framework/registry/attr_inputs.h).
#pragma once

#include <cstdint>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// True if an input is there, and neither its numbers nor sizes that it stands
// for are known.
bool IsRunTime(Node* node, int i);

// Integers of a run: of rank 0 or 1, int32 or int64, and how many there are.
struct RunTimeInts {
  Variable values;
  int64_t count = 0;
};

// Returns those of an input. Throws InvalidArgument for one of rank 2 or more,
// TypeMismatch for one of floating point, and Unimplemented if their number is
// known only when the program runs, or above that of a SizeArray.
RunTimeInts RunTimeIntsIn(Node* node, int i);

// Returns `ints` with each of one value replaced by another.
Variable Replaced(Node* node, const Variable& ints, int64_t from, int64_t to);

// Returns x in the shape of a run, of `shape.count` axes. A 0 keeps a size if
// `zero_keeps`.
Variable ReshapedAtRunTime(Node* node, const Variable& x,
                           const RunTimeInts& shape, bool zero_keeps);

// Returns x broadcast with a tensor of the shape of a run, as numpy.broadcast.
Variable BroadcastAtRunTime(Node* node, const Variable& x,
                            const RunTimeInts& shape);

}  // namespace paddle::onnx
