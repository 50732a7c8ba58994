// Turns the operators of a block into instructions: chooses kernels and numbers
// variables.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
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

// True if the argument gives an attribute: as the next two, it is for operators
// some of whose attributes come from inputs (attr_input_op.cc).
bool GivesAttribute(const OpArguments& arguments, int argument);
// Returns the proto of the same type whose output sizes depend on values. Valid
// for ever.
const OpProto& ValueDependentProto(const OpProto& proto);
// Makes operator and schema of an instruction, whose arguments are there and
// have a ValueDependentProto. When it runs, the operator reads the inputs,
// makes the kernel for the values that they have, unless they are those of the
// run before, infers shapes, allocates outputs, and computes. Throws
// InvalidArgument for an input that has not as many elements as the example, or
// values that the attribute cannot have.
void MakeAttrInputOp(const OpInfo& info, const KernelCreator& creator,
                     CompiledBlock::Instruction* instruction);

}  // namespace paddle::framework
