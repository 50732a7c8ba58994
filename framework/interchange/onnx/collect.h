// Collects what iterations compute in tensor arrays.
#pragma once

#include <functional>
#include <vector>

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/layers/while_loop.h"

namespace paddle::onnx {

using Variables = std::vector<Variable>;

// Returns `x` of one element as one of rank 0.
Variable Scalar(Node* node, const Variable& x);

// Adds arrays to what a loop carries, whose block is open, and writes each of
// `elements` to its own at index `place`. The arrays begin empty in `block`,
// that of the loop. Throws Unimplemented for elements that are no tensors.
void Collect(Node* node, const Variables& elements, const Variable& place,
             int block, layer::WhileLoop* loop);

// Returns arrays of n elements, n an int64 []: `elements` returns those at an
// index, one for each array, in the block of a loop. With `place` it returns
// where they are written instead.
using ElementsAt = std::function<Variables(const Variable&)>;
using PlaceOf = std::function<Variable(const Variable&)>;
Variables ArraysOf(Node* node, const Variable& n, const ElementsAt& elements,
                   const PlaceOf& place = nullptr);

}  // namespace paddle::onnx
