// Indexes variables as NumPy does.
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

// The slice start:stop:step of an axis. By default it is the whole axis in
// steps of 1; negative positions count from the end, and positions outside are
// clipped.
struct Range {
  absl::optional<int64_t> start;
  absl::optional<int64_t> stop;
  int64_t step = 1;
};
// Inserts an axis of size 1.
struct NewAxis {};
// Takes all axes that the other parts leave; at most one per index.
struct Ellipsis {};

// An integer takes one element of an axis and removes the axis; negative ones
// count from the end.
using IndexPart = absl::variant<int64_t, Range, NewAxis, Ellipsis>;

// Applies the parts to the axes of x in order, and takes all of the remaining
// axes. Throws OutOfRange for more parts than axes, or an element outside an
// axis (when the program runs, if the size is not known before), and
// InvalidArgument for a second Ellipsis or a step of 0. If the parts take all
// of x, writes nothing and returns x.
Variable index(const Variable& x, const std::vector<IndexPart>& parts);

// Returns x[indices]. For int32 or int64 indices of any shape: slices of x
// along its first axis, [shape of indices, ...], with numbers in [0, size); a
// run refuses negative ones. For a bool variable of the shape of x: the
// elements where it is true, [n]; of the shape [rows]: the rows where it is.
// Throws InvalidArgument for other types and shapes.
Variable index(const Variable& x, const Variable& indices);

}  // namespace paddle::layer
