// Finds what the blocks that operators own read and write outside themselves.
#pragma once

#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

// The outer names that the operators of a block touch, those of the blocks they
// own included, each once, in the order of first use. A name that the block (or
// its forward block) has a variable for is not an outer one.
struct Captures {
  NameList reads;
  NameList writes;
};

// Returns the captures of each block of a program, by index. InvalidArgument
// for a block that owns itself or an earlier block, or one that does not exist.
std::vector<Captures> FindCaptures(const proto::ProgramDesc& program);
// Returns those of one block, given those of all later ones.
Captures FindCaptures(const proto::ProgramDesc& program, int block,
                      const std::vector<Captures>& captures);

// Returns all names that an operator reads and writes, each once, without the
// empty ones: through its slots, and, unless `captures` is empty, through its
// blocks.
Captures TouchedBy(const proto::OpDesc& op,
                   const std::vector<Captures>& captures);

}  // namespace paddle::framework
