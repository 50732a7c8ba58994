// Names what blocks read as inputs of the operators that own them.
#pragma once

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Appends to the slot Captures of every operator that has one what its blocks,
// and those inside them, read from outside and no slot of it names: where a
// pass wrote into a block an operator that reads a variable from outside, the
// owner of the block has to be given it.
void CompleteCaptures(Program* program);

}  // namespace paddle::framework
