// Removes the parts of a program that nothing refers to. Most transformations
// end with this.
#pragma once

#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// Removes the operators whose entry in `keep` is false. `keep` has one entry
// for each operator of the block.
void KeepOps(const std::vector<bool>& keep, proto::BlockDesc* block);

// Removes
// - the results of the prepare block (prepare.h) that nobody reads, and the
//   operators that only they need;
// - the blocks that block `root` does not need. Kept are `root`, its ancestors,
//   all blocks that operators of kept blocks own, the forward blocks of
//   gradient blocks, named blocks, and a prepare block with results; they are
//   renumbered in their order;
// - the variables that no operator mentions, unless they are an argument or
//   result of a block or a feed or fetch of the program;
// - the recorded versions of operators that do not occur.
// Returns the new index of each old block, -1 for removed ones. Throws
// InvalidArgument if an attribute refers to a block that does not exist.
std::vector<int> DropUnused(proto::ProgramDesc* program, int root = 0);

// Gives block i the index to[i], a permutation that keeps the global block's,
// and changes all that refers to blocks.
void PermuteBlocks(const std::vector<int>& to, proto::ProgramDesc* program);

}  // namespace paddle::framework
