// Layers that consist of one operator each, under short names. Call operators
// that have no layer here through Op (op.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

Variable relu(const Variable& x);
Variable sigmoid(const Variable& x);
Variable tanh(const Variable& x);
Variable exp(const Variable& x);
Variable log(const Variable& x);
Variable square(const Variable& x);
// Normalizes along the last axis.
Variable softmax(const Variable& x);
// Computes scale * x + bias.
Variable scale(const Variable& x, Number scale, Number bias = 0);
// Limits each element to [min, max].
Variable clip(const Variable& x, Number min, Number max);

// Returns the mean of all elements, a scalar (rank 0).
Variable mean(const Variable& x);
// Reduce the given axes (negative ones count from the end), or all if `dim` is
// empty.
Variable reduce_sum(const Variable& x, const std::vector<int64_t>& dim = {},
                    bool keep_dim = false);
Variable reduce_mean(const Variable& x, const std::vector<int64_t>& dim = {},
                     bool keep_dim = false);
Variable reduce_max(const Variable& x, const std::vector<int64_t>& dim = {},
                    bool keep_dim = false);

// Computes x + y with NumPy's broadcasting.
Variable add(const Variable& x, const Variable& y);
// Adds a single number; throws InvalidArgument if y has more elements.
Variable add_scalar(const Variable& x, const Variable& y);
// Multiplies like NumPy's matmul, optionally transposing the last two axes.
Variable matmul(const Variable& x, const Variable& y, bool transpose_x = false,
                bool transpose_y = false);
// Adds variables of one shape element by element.
Variable sums(const std::vector<Variable>& inputs);

Variable reshape(const Variable& x, const std::vector<int64_t>& shape);
Variable transpose(const Variable& x, const std::vector<int64_t>& axis);
Variable concat(const std::vector<Variable>& inputs, int64_t axis = 0);
Variable cast(const Variable& x, DataType dtype);
Variable assign(const Variable& x);
Variable fill_constant(const std::vector<int64_t>& shape, DataType dtype,
                       Number value);

}  // namespace paddle::layer
