// Short forms of the operators that importers write most.
#pragma once

#include <vector>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

Variable Add(Node* node, const Variable& x, const Variable& y);
Variable Sub(Node* node, const Variable& x, const Variable& y);
Variable Mul(Node* node, const Variable& x, const Variable& y);
Variable Div(Node* node, const Variable& x, const Variable& y);
Variable MatMul(Node* node, const Variable& x, const Variable& y);
// Returns scale * x + bias.
Variable ScaledBy(Node* node, const Variable& x, double scale, double bias = 0);
Variable Where(Node* node, const Variable& condition, const Variable& x,
               const Variable& y);

// Change shapes. Axes count from the front.
Variable Turned(Node* node, const Variable& x, const Ints& order);
Variable SwapAxes(Node* node, const Variable& x, int a, int b);
Variable Unsqueezed(Node* node, const Variable& x, const Ints& axes);
Variable Squeezed(Node* node, const Variable& x, const Ints& axes);
// Returns the elements [begin, end) along an axis; `end` of kToTheEnd takes all
// that follow, and negative bounds count from the end.
Variable Part(Node* node, const Variable& x, int axis, int64_t begin,
              int64_t end);
constexpr int64_t kToTheEnd = int64_t{1} << 62;
// Returns the elements at an index of an axis, which is dropped.
Variable At(Node* node, const Variable& x, int axis, int64_t index);
// Returns the parts of the given sizes along an axis.
std::vector<Variable> Parts(Node* node, const Variable& x, int axis,
                            const Ints& sizes);
Variable Joined(Node* node, const std::vector<Variable>& parts, int axis);
// Returns x with each of its elements along an axis `times` times in a row. The
// sizes of the axes from there on are known.
Variable RepeatedEach(Node* node, const Variable& x, int axis, int64_t times);
Variable SumAlong(Node* node, const Variable& x, const Ints& axes,
                  bool keep = false);

// Return constants of a shape. Those of floating point are of `type`.
Variable Numbers(Node* node, const Dims& dims,
                 const std::vector<double>& values, DataType type);
Variable Integers(Node* node, const Dims& dims, const Ints& values,
                  DataType type = DataType::kInt64);
// Returns 0, 1, ..., n - 1, int64, for an axis of `x` of size n, which may be
// known only when the program runs.
Variable PlacesAlong(Node* node, const Variable& x, int axis);
// Returns 0, 1, ..., n - 1, int64, for an integer n that may be known only when
// the program runs.
Variable PlacesBelow(Node* node, const Variable& n);
// Returns the size of an axis, [], of a data type.
Variable SizeAlong(Node* node, const Variable& x, int axis, DataType type);
// Returns the size of an axis. Throws Unimplemented if it is known only when
// the program runs.
int64_t KnownSize(const Variable& x, int axis);

}  // namespace paddle::onnx
