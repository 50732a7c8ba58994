// Which names an operator may read and write.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::framework {

// Checks the names of an operator that is about to follow the operators of
// `table`. NotFound, with the nearest names, for an input that no variable has.
// InvalidArgument, with the reason, for an output that the operator may not
// write: see Program::AppendOp. An output without variable is fine.
void CheckNames(const proto::OpDesc& op, const OpProto& proto,
                const SymbolTable& table);

}  // namespace paddle::framework
