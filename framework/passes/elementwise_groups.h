// Finds the elementwise operators of a block that can be computed together, in
// one pass over memory.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

// Operators that one operator can replace where the last of them stands.
struct ElementwiseGroup {
  std::vector<int> ops;  // by index in the block, ascending
  // What they read and write that is not among them: the first input, of the
  // shape of the results, may give its memory to the first output.
  NameList inputs;
  NameList outputs;
  // Results that are not computed any more, of which others read the shape: it
  // is that of the first output.
  NameList shapes;
};

// True if an elementwise operator reads what another one writes. Where none
// does, which is many programs, the analysis is saved.
bool MayHaveElementwiseGroups(const proto::BlockDesc& block);

// Returns the groups of a block that take less time than their members. Members
// have equal roles and places, and results of one shape and data type, with at
// least context.few_elements. If context.keep_all, all of their results stay
// outputs. `table` is that of the block.
std::vector<ElementwiseGroup> FindElementwiseGroups(const BlockFacts& facts,
                                                    const SymbolTable& table,
                                                    const SchemaSource& schemas,
                                                    const PassContext& context);

}  // namespace paddle::framework
