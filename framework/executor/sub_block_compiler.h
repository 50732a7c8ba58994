// Compiles a block that an operator owns and runs step by step.
#pragma once

#include <memory>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns the compiled block, including those that its operators own. It has no
// scope: before each step the operator sets arguments and forward links, and it
// provides captures; results, and what gradient blocks read of a step, have
// memory of their own. `plan_memory` is as in CompileOptions. Throws
// InvalidArgument for a variable of the block that is read but neither an
// argument nor written there, and Unimplemented for a missing kernel or more
// than a hundred nested blocks.
std::shared_ptr<const CompiledBlock> CompileSubBlock(
    const std::shared_ptr<const Program>& program, int block,
    platform::Place place, bool plan_memory);

}  // namespace paddle::framework
