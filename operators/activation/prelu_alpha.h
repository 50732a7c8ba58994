// The alignment of prelu's slopes with its input.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the dims of Alpha for an X of `x_dims`, ready to broadcast by NumPy's
// rule. By `mode` there is one slope ("all"), one for each index of axis 1
// ("channel"), or one for each element of a row ("element"). Alpha may have or
// omit axes of size 1 before these, and after channels. Throws InvalidArgument,
// with both shapes and the mode, if Alpha has another shape; unknown (negative)
// sizes fit anything.
framework::Dims AlphaDims(const framework::Dims& x_dims,
                          const framework::Dims& alpha_dims,
                          absl::string_view mode);

}  // namespace paddle::operators
