// The gradient of operators that give on what they are given.
#pragma once

#include <string>

#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// For REGISTER_GRADIENT_MAKER: the gradient of `input` is that of Out, by an
// operator `assign`, which the operator's gradient emits.
framework::GradMaker IdentityGradient(std::string input);

}  // namespace paddle::operators
