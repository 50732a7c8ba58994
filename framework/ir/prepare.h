// The prepare block of a program: operators that compute, from parameters and
// other persistables, what the program would otherwise compute in every run.
#pragma once

#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// A *derived variable* is a variable of the global block that no operator there
// writes: it is a result of the prepare block, which writes it under the same
// name. Whoever runs the program runs the prepare block before, once for each
// version of what that reads: every write, load or writable view of a source
// makes another version. Derived variables are not persistable, so nothing
// saves them, and the variables that they come from stay as they are.
//
//   const int prepare = PrepareBlock(program);
//   program->AppendOp(prepare, MakeOp("transpose", {{"X", {"w"}}},
//                                     {{"Out", {"w@TRANSPOSED"}}}, ...));
//   AddDerived(program, "w@TRANSPOSED");

// Returns the index of the prepare block of a program, 0 if it has none.
int FindPrepareBlock(const Program& program);
// Returns the index of the prepare block, adding the block if there is none.
int PrepareBlock(Program* program);

// Makes a variable of the prepare block a result of it and a derived variable
// of the global block, which then finds it by its name. NotFound if the prepare
// block has no such variable; AlreadyExists if the global block has the name.
void AddDerived(Program* program, const std::string& name);

// Returns the derived variables of a program, in the order of the results.
NameList DerivedNames(const Program& program);
// Returns the variables of the global block that the prepare block reads.
NameList PrepareSources(const Program& program);

// Throws InvalidArgument, naming the variable or operator, unless the prepare
// block is an inner block of the global one that no operator owns; its
// operators only compute, own no blocks and read persistables of the global
// block and what they write; and its results are dense tensors of its own, each
// with the same dims and type as a derived variable that nobody else writes.
// An operator of the block writes every result; every derived variable is a
// result that nobody gives; and nobody writes what the block reads. For
// programs that are right otherwise (verify.h).
void CheckPrepareBlock(const Program& program);

}  // namespace paddle::framework
