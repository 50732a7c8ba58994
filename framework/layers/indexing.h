// x[...] as in NumPy.
//
//   index(x, {3});                        // x[3]
//   index(x, {Range{1, -1}, Range{0}});   // x[1:-1, 0:]
//   index(x, {Ellipsis(), 0});            // x[..., 0]
//   index(x, {Ellipsis(), NewAxis()});    // x[..., None]
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/variant.h"

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// start:stop:step of an axis. What is left out is the whole axis, in steps of
// 1; negative positions count from the end, and what lies outside is cut off.
struct Range {
  absl::optional<int64_t> start;
  absl::optional<int64_t> stop;
  int64_t step = 1;
};
// An axis of size 1 that x does not have.
struct NewAxis {};
// All axes that the other parts leave; at most one.
struct Ellipsis {};

// A number takes one element of an axis, and the axis away; negative ones count
// from the end.
using IndexPart = absl::variant<int64_t, Range, NewAxis, Ellipsis>;

// The parts stand for the axes of x in order; of those behind the last one all
// is taken. OutOfRange for more parts than axes, or an element outside an axis
// (of a size that is not known in advance: when the program runs);
// InvalidArgument for a second Ellipsis, or a step of 0. Nothing is written for
// parts that take all of x: the result is x.
Variable index(const Variable& x, const std::vector<IndexPart>& parts);

// x[indices] with a variable of int32 or int64 and any shape: slices of x along
// its first axis, [shape of indices, ...]. The numbers lie in [0, size):
// negative ones are refused when the program runs. With a variable of bool of
// the shape of x: the elements where it is true, [n]; of the shape [rows]: the
// rows where it is. InvalidArgument for other types and shapes.
Variable index(const Variable& x, const Variable& indices);

}  // namespace paddle::layer
