// Makes the gradient maker that matches a GradOpSchema.
#pragma once

#include <string>

#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// Returns a maker that writes one operator of type `grad_type`, whose proto
// GradOpSchema derived, with the slots it declares and the attributes of the
// forward operator.
GradMaker GradMakerOf(std::string grad_type);

}  // namespace paddle::framework
