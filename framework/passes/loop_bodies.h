// Finds the blocks that operators run again and again, and what stays the same
// while they do.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"

namespace paddle::framework {

// A block that an operator runs any number of times, also none: an iteration of
// `while`, a step of `recurrent`, or the gradient of one.
struct LoopBody {
  int block;
  int parent;  // the block of the operator that owns it
  int owner;   // that operator, by its index there
};

// Returns the loop whose body a block is; nothing for any other block.
absl::optional<LoopBody> FindLoop(const Program& program, int block);

// Returns the arguments of a body that are the same in each iteration, with the
// variable outside that holds the value: what `while` carries on unchanged,
// and, if the steps are not of sequences, such memories of `recurrent` and its
// static inputs.
absl::flat_hash_map<std::string, std::string> SameArguments(
    const Program& program, const LoopBody& loop);

// True if a variable of a body comes from outside and keeps its value while the
// loop runs. `facts` is that of the body.
bool IsOuterConstant(const Program& program, const LoopBody& loop,
                     const BlockFacts& facts, const std::string& name);

}  // namespace paddle::framework
