// Copies of blocks, to be run once more.
#pragma once

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// A copy of a block, with copies of the blocks that its operators own, under
// `parent`; returns its index. Operators get ids of their own; names stay.
// Unimplemented, naming the operator and its call site, for one that may not
// run twice: that updates an outer variable, draws random numbers or has
// another lasting effect.
int CopyBlock(framework::Program* program, int block, int parent);

}  // namespace paddle::backward
