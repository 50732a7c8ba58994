// Layers that create tensors or change their shape.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Return a tensor of the shape of x, filled with `value`; its data type is that
// of x unless `dtype` is given. The shape of x need not be known until the
// program runs.
Variable full_like(const Variable& x, Number value);
Variable full_like(const Variable& x, Number value, DataType dtype);

// Returns start, start + step, ... up to but not including end: [n].
Variable arange(Number start, Number end, Number step = 1,
                DataType dtype = DataType::kFloat32);
// Computes the range from variables, each with one element and all of one data
// type. Its size is only known when the program runs.
Variable arange(const Variable& start, const Variable& end,
                const Variable& step);

// Removes the given axes, each of size 1; without axes, all of size 1.
Variable squeeze(const Variable& x, const std::vector<int64_t>& axes = {});
// Inserts axes of size 1; `axes` are their positions in the result.
Variable unsqueeze(const Variable& x, const std::vector<int64_t>& axes);
// Splits x along an axis into slices without that axis: as many variables as
// its size. Throws InvalidArgument if the size is not known before the program
// runs.
std::vector<Variable> unstack(const Variable& x, int64_t axis = 0);

// Returns, for vectors [n] (or numbers, which count as [1]), as many tensors
// [n0, n1, ...], of which the i-th has the elements of vector i along axis i.
// Throws InvalidArgument without vectors, and for another rank.
std::vector<Variable> meshgrid(const std::vector<Variable>& inputs);

}  // namespace paddle::layer
