// The gradient of operators that pass their input on unchanged.
#pragma once

#include <string>

#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Returns a gradient maker for REGISTER_GRADIENT_MAKER: the gradient of the
// slot `input` is that of Out, copied by an operator `assign`; no operator if
// it is not wanted.
framework::GradMaker IdentityGradient(std::string input);

}  // namespace paddle::operators
