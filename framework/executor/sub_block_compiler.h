// Compiles a block that an operator owns and runs itself, step by step.
#pragma once

#include <memory>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns the compiled block, those that its operators own included. It has no
// scope: the operator sets arguments and forward links before each step and
// gives what is captured; results, and what gradient blocks read of a step,
// have memory of their own. `plan_memory`: see CompileOptions. InvalidArgument
// for a variable of the block that is read, but neither an argument nor written
// there; Unimplemented for a missing kernel, or beyond a hundred nested blocks.
std::shared_ptr<const CompiledBlock> CompileSubBlock(
    const std::shared_ptr<const Program>& program, int block,
    platform::Place place, bool plan_memory);

}  // namespace paddle::framework
