// Copies of blocks, to be run once more.
#pragma once

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// A copy of a block, with copies of the blocks that its operators own, under
// `parent`; returns its index. Operators get ids of their own; names stay. In
// the same step they draw the random numbers of those they are copies of; what
// prints does not print again, and running statistics stay as they are.
// Unimplemented, naming the operator and its call site, for one that may not
// run twice: that updates another outer variable, reads such statistics or has
// another lasting effect.
int CopyBlock(framework::Program* program, int block, int parent);

}  // namespace paddle::backward
