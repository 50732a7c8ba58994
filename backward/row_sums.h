// Takes sums over the rows of all steps out of a gradient block.
#pragma once

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::backward {

// Moves operators from the gradient block of a loop to a new block in `parent`,
// as CompositeContext::DeferSums says: those that compute the gradient of a
// capture from rows of a step (framework/registry/row_sums.h) to which nothing
// else contributes. Leaves alone what is not worth it: a gradient of fewer than
// 32 K elements, from rows of K. Then joining the rows may cost more than
// adding the gradients of steps does. The program is half-written after an
// error.
int DeferRowSums(framework::Program* program, int parent,
                 framework::GradBlock* grad);

}  // namespace paddle::backward
