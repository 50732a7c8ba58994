// Checks which names an operator may read and write.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::framework {

// Checks the names of an operator that is about to be appended to the block of
// `table`. Throws NotFound, suggesting similar names, for an input that does
// not exist, and InvalidArgument, with the reason, for an output that the
// operator may not write (see Program::AppendOp). Outputs need not exist yet.
void CheckNames(const proto::OpDesc& op, const OpProto& proto,
                const SymbolTable& table);

}  // namespace paddle::framework
