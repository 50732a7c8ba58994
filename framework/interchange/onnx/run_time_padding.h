// Paddings and parts of tensors that are known only when the program runs. All
// numbers of a run are int64.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Returns the elements of x, or 0 where they are less.
Variable AtLeast0(Node* node, const Variable& x);

// Returns x with zeros in front of and behind its elements along each of the
// axes, [axes].
Variable PaddedAtRunTime(Node* node, const Variable& x, const Ints& axes,
                         const Variable& before, const Variable& after);

// Returns the (before, after) pairs of all axes of a node Pad whose input 1 or
// 3 is known only in a run, [2 rank]. Input 1 holds all in front and then all
// behind. Throws InvalidArgument for another number of them and, when run, for
// an axis that is not there; Unimplemented for axes whose number is known only
// in a run.
Variable PairsOfRun(Node* node, int rank);

// Returns the part of x from `starts` to `ends` along each of the axes.
Variable CutAtRunTime(Node* node, const Variable& x, const Ints& axes,
                      const Variable& starts, const Variable& ends);

// Cuts off what negative paddings say, and makes them 0.
Variable CutOffAtRunTime(Node* node, const Variable& x, Variable* pairs);

// Pads each axis with its elements from the other end on. Paddings are not
// negative. Throws InvalidArgument, when run, if there are none to pad with.
Variable WrappedAtRunTime(Node* node, Variable x, const Variable& pairs);

}  // namespace paddle::onnx
