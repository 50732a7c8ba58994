// Turns the operators of a block into instructions: chooses kernels and numbers
// variables.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Compiles the block of an index; called once for each block that operators
// own.
using SubBlockCompiler =
    std::function<std::shared_ptr<const CompiledBlock>(int)>;

// Fills slots and instructions of `contents`, whose program, block and place
// are set. An output that is one of `feeds` and not also an input of its
// operator gets a slot of its own, so that everybody reads the fed value.
// Throws Unimplemented, naming operator and call site, for a missing kernel.
void CompileInstructions(const NameList& feeds,
                         const SubBlockCompiler& sub_block,
                         CompiledBlock::Contents* contents);

// Returns the slot of a variable, adding one if needed. Throws NotFound for a
// name that the program does not have.
int SlotOf(const std::string& name, CompiledBlock::Contents* contents);

}  // namespace paddle::framework
