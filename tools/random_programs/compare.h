// Compares two ways of computing one plan.
#pragma once

#include <string>

#include "paddle/tools/random_programs/plan.h"

namespace paddle::random_programs {

// Writes, checks and runs a plan with blocks and without, with the gradients of
// its inputs and parameters, and compares the results: within 1e-9, relative
// above 1. Also runs the one with blocks twice, and once after the passes that
// keep every bit, which must give the same bits. Returns "" if all is well, and
// otherwise the difference or the error, with the program. If `order` is 2,
// includes the gradients of a loss into which all these gradients flow.
std::string Compare(const Plan& plan, int order = 1);

}  // namespace paddle::random_programs
