// Layers that take tensors apart and put them together.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Returns row index[i] of x for each i; the index is int64, [n] or [n, 1].
Variable gather(const Variable& x, const Variable& index);
// Returns x[..., start:end, ...] as in NumPy, for each of the axes.
Variable slice(const Variable& x, const std::vector<int64_t>& axes,
               const std::vector<int64_t>& starts,
               const std::vector<int64_t>& ends);
// Split x along an axis into parts of one size, or of the given sizes.
std::vector<Variable> split(const Variable& x, int parts, int64_t axis = 0);
std::vector<Variable> split(const Variable& x,
                            const std::vector<int64_t>& sections,
                            int64_t axis = 0);
// Stacks variables of one shape along a new axis.
Variable stack(const std::vector<Variable>& inputs, int64_t axis = 0);
// Returns the position of the largest element along the axis, which is removed.
Variable argmax(const Variable& x, int64_t axis = -1);

// The items of x (rows, or sequences of the outermost level) where the bool
// mask is true, and the others.
struct MaskedParts {
  Variable on_true;
  Variable on_false;
};
MaskedParts split_by_mask(const Variable& x, const Variable& mask);
// Inverts split_by_mask.
Variable merge_by_mask(const Variable& on_true, const Variable& on_false,
                       const Variable& mask);

}  // namespace paddle::layer
