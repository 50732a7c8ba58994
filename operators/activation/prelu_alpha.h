// Where the slopes of prelu stand beside its input.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// The dims of Alpha beside an X of `x_dims`, ready for NumPy's broadcasting:
// one number ("all"), one for each place of axis 1 ("channel"), or one for each
// element of a row ("element"). Axes of size 1 in front of these, and behind
// channels, may be there or not. InvalidArgument, naming both shapes and the
// mode, if Alpha has another shape; sizes that are symbols fit anything.
framework::Dims AlphaDims(const framework::Dims& x_dims,
                          const framework::Dims& alpha_dims,
                          absl::string_view mode);

}  // namespace paddle::operators
