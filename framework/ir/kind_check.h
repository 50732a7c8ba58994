// The check of the kinds of variables that an operator is given.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::framework {

// InvalidArgument, naming operator, slot, variable and both kinds, if a slot of
// `op`, which stands in the block of `table`, holds a variable of a kind that
// the slot does not take. All names resolve.
void CheckInputKinds(const proto::OpDesc& op, const OpProto& proto,
                     const SymbolTable& table);
// The kinds of outputs are known once the shape function has run.
void CheckOutputKinds(const proto::OpDesc& op, const OpProto& proto,
                      const SymbolTable& table);

}  // namespace paddle::framework
