// Two ways to compute one plan.
#pragma once

#include <string>

#include "paddle/tools/random_programs/plan.h"

namespace paddle::random_programs {

// Writes, checks and runs a plan with blocks and without, with the gradients of
// its inputs and parameters, and compares: within 1e-9, relative above 1. Also
// runs the one with blocks twice, which must give the same bits. "" if all is
// well; else what differs, or the error, and the program with blocks. `order`
// 2: and the gradients of a loss that all these gradients flow into.
std::string Compare(const Plan& plan, int order = 1);

}  // namespace paddle::random_programs
