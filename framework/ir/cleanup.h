// What a transformation does last: removing what nobody mentions any more.
#pragma once

#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// Drops
// - the blocks that block `root` does not need: kept are `root`, its ancestors,
//   all blocks that operators of kept blocks own, and the forward blocks of
//   gradient blocks; they are renumbered in the old order;
// - the variables that no operator mentions and that are neither an argument or
//   result of a block nor a feed or fetch of the program;
// - the versions of operators that do not occur.
// Returns the new index of each old block, -1 for those dropped.
// InvalidArgument for an attribute that names a block that does not exist.
std::vector<int> DropUnused(proto::ProgramDesc* program, int root = 0);

}  // namespace paddle::framework
