// Layers that make tensors, and see them in other shapes.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Every element is `value`, in the shape and, unless another is given, the data
// type of x. A size of x may be known only when the program runs.
Variable full_like(const Variable& x, Number value);
Variable full_like(const Variable& x, Number value, DataType dtype);

// start, start + step, ... as long as end is not reached: [n].
Variable arange(Number start, Number end, Number step = 1,
                DataType dtype = DataType::kFloat32);
// The same of variables with one element each, and of one data type.
Variable arange(const Variable& start, const Variable& end,
                const Variable& step);

// The same elements without the axes, each of size 1; without all of size 1 if
// none is named.
Variable squeeze(const Variable& x, const std::vector<int64_t>& axes = {});
// With new axes of size 1, which stand there in the result.
Variable unsqueeze(const Variable& x, const std::vector<int64_t>& axes);
// As many variables as x has elements along the axis, without it. The size is
// known in advance: InvalidArgument otherwise.
std::vector<Variable> unstack(const Variable& x, int64_t axis = 0);

}  // namespace paddle::layer
