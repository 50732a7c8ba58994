// Writes the program of a server that runs part of an optimizer.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/gradient_exchange.h"
#include "paddle/framework/passes/table_block.h"
#include "paddle/framework/passes/update_parts.h"

namespace paddle::framework {

// Returns a program with the state of the parts in its global block, and named
// blocks (ir/server_blocks.h) that do what the operators of the parts did.
// `pushed` has the gradients of the parts. Operators keep their ids, so that
// random numbers stay. Some of the parts are those of `tables`, whose blocks
// take what ArgumentsOf says. Unimplemented, naming operator and variable, if
// one reads what only the forward pass computes, or gradients of two buckets.
std::shared_ptr<Program> ServerProgram(
    const Program& main, const std::vector<UpdatePart>& parts,
    const std::vector<PushedBucket>& pushed,
    const std::vector<TableOnServer>& tables);

}  // namespace paddle::framework
