// Checks whether a program is well formed.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Throws unless
// - schema, operators and operator versions are known;
// - the blocks form a tree in which parents and forward blocks come first, and
//   at most one operator, of the parent block, owns each block;
// - variables have unique names, known kinds and types, and legal dims;
// - operators have unique ids, known roles, and slots and attributes that fit
//   their schemas, and all names they mention exist;
// - each variable has one writer in a block, except for updates in place;
// - feeds and fetches are variables of the global block;
// - the prepare block obeys its rules (CheckPrepareBlock in prepare.h);
// - named blocks (named_block.h) have different names, the global block as
//   their parent, and no operator that owns them.
// Errors name the block, the operator or variable, and the problem. Safe for
// any message: nothing in it causes a crash or deep recursion.
void Verify(const Program& program);
void Verify(const proto::ProgramDesc& program, const SchemaSource& schemas);

}  // namespace paddle::framework
