// Inputs of nodes that say shapes, axes and the like, and are known only when
// the program runs: attributes of our operators that come from inputs
// (framework/registry/attr_inputs.h).
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// True if an input is there, and neither its numbers nor sizes that it stands
// for are known.
bool IsRunTime(Node* node, int i);

// True if an input is there, and at least one of its numbers is known only when
// the program runs.
bool IsPartlyRunTime(Node* node, int i);

// Integers of a run: of rank 0 or 1, int32 or int64, and how many there are.
struct RunTimeInts {
  Variable values;
  int64_t count = 0;
};

// Returns those of an input. Throws InvalidArgument for one of rank 2 or more,
// TypeMismatch for one of floating point, and Unimplemented if their number is
// known only when the program runs, or above that of a SizeArray.
RunTimeInts RunTimeIntsIn(Node* node, int i);

// Return the numbers of an input, which may be known or not, as a vector of
// `count`: of the input's data type, or int64. Throw InvalidArgument for
// another number of them, at the latest when the program runs, and IntVectorIn
// TypeMismatch for floating point.
Variable VectorIn(Node* node, int i, int64_t count);
Variable IntVectorIn(Node* node, int i, int64_t count);

// Returns x. When the program runs, each of its numbers has to be in [least,
// most]: else InvalidArgument is thrown, which names the number and `message`.
Variable CheckedAtRunTime(Node* node, const Variable& x, int64_t least,
                          int64_t most, const std::string& message);
// Returns a text that names an input: its number and what the model calls it,
// '' if the node has none there.
std::string InputText(const Node& node, int i);

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
