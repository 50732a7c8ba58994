// Layers that create tensors or change their shape.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Return a tensor filled with `value`, of the shape of x and, unless another is
// given, its data type. A size of x may be known only when the program runs.
Variable full_like(const Variable& x, Number value);
Variable full_like(const Variable& x, Number value, DataType dtype);

// Returns start, start + step, ... up to but not including end: [n].
Variable arange(Number start, Number end, Number step = 1,
                DataType dtype = DataType::kFloat32);
// Computes the range from variables with one element each, of one data type.
Variable arange(const Variable& start, const Variable& end,
                const Variable& step);

// Removes the given axes, each of size 1; without axes, all of size 1.
Variable squeeze(const Variable& x, const std::vector<int64_t>& axes = {});
// Inserts axes of size 1, at these positions of the result.
Variable unsqueeze(const Variable& x, const std::vector<int64_t>& axes);
// Returns as many variables as x has elements along the axis, without it.
// Throws InvalidArgument if that size is not known in advance.
std::vector<Variable> unstack(const Variable& x, int64_t axis = 0);

}  // namespace paddle::layer
