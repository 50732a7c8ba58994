// Checks that operators get the kinds of variables they accept.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::framework {

// Throws InvalidArgument, naming operator, slot, variable and both kinds, if an
// input slot of `op`, an operator in the block of `table`, holds a variable of
// a kind that the slot does not accept. All names must resolve.
void CheckInputKinds(const proto::OpDesc& op, const OpProto& proto,
                     const SymbolTable& table);
// Checks the output slots in the same way, after the shape function has run:
// only then are their kinds known.
void CheckOutputKinds(const proto::OpDesc& op, const OpProto& proto,
                      const SymbolTable& table);

}  // namespace paddle::framework
