// Makes gradient makers for operators whose gradient is a single operator that
// a GradOpSchema describes.
#pragma once

#include <string>

#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// Returns a maker that writes one operator of type `grad_type`, with the slots
// that its proto declares (see GradOpSchema) and the attributes of the forward
// operator.
GradMaker GradMakerOf(std::string grad_type);

}  // namespace paddle::framework
