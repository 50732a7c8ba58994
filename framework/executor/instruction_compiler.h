// Turns the operators of a block into instructions: chooses kernels, and
// numbers the variables.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Compiles the block with this index; called once for each block that an
// operator owns.
using SubBlockCompiler =
    std::function<std::shared_ptr<const CompiledBlock>(int)>;

// Fills slots and instructions of `contents`, whose program, block and place
// are set. An output that is one of `feeds` without being read by its operator
// gets a slot of its own, so that the value fed is what everybody reads.
// Unimplemented, with operator and call site, if a kernel is missing.
void CompileInstructions(const NameList& feeds,
                         const SubBlockCompiler& sub_block,
                         CompiledBlock::Contents* contents);

// Returns the slot of a variable, which is added if there is none; NotFound for
// a name that the program does not have.
int SlotOf(const std::string& name, CompiledBlock::Contents* contents);

}  // namespace paddle::framework
