// Finds out whether an operator can be a step of a larger elementwise one.
#pragma once

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

// True if all dims are the same numbers and symbols.
bool SameDims(const proto::VarDesc& a, const proto::VarDesc& b);

// True if a variable has so many elements; a size that is not known is taken
// for 16, and rows of sequences for 16 of each of 16 sequences.
bool HasAtLeast(int64_t elements, const proto::VarDesc& var);

// True if the operator of that index only computes, each of its outputs by a
// rule (elementwise_rule.h) from dense tensors of its data type, its attributes
// are numbers, and its results have at least context.few_elements. Gradients of
// operands that broadcast are none: they are sums where a run finds that the
// operands differ, as nobody checks the shapes of parameters against what the
// program says of them. `table` is that of the block.
bool IsElementwise(int op, const BlockFacts& facts, const SymbolTable& table,
                   const SchemaSource& schemas, const PassContext& context);

}  // namespace paddle::framework
