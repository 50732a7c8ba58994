// Is a program well formed?
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Throws unless
// - schema, operators and operator versions are known;
// - the blocks form a tree in which parents and forward blocks come first, and
//   a block is owned by at most one operator, of its parent;
// - variables have unique names, known kinds and types, and legal dims;
// - operators have unique ids, known roles, and slots and attributes as their
//   schemas have them, and all names they mention exist;
// - a variable has one writer in a block, but for updates in place;
// - feeds and fetches are variables of the global block.
// Errors name the block, the operator or variable, and what is wrong. Any
// message may be given: nothing in it makes this crash or nest deeply.
void Verify(const Program& program);
void Verify(const proto::ProgramDesc& program, const SchemaSource& schemas);

}  // namespace paddle::framework
