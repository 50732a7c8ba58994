// Finds the elementwise operators of a block that can be computed together, in
// one pass over memory.
#pragma once

#include <string>
#include <utility>
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
  // Results that are not computed any more, of which others read the shape,
  // each with an output that has it.
  std::vector<std::pair<std::string, std::string>> shapes;
};

struct ElementwiseGroups {
  std::vector<ElementwiseGroup> found;
  // Others were found and left alone, as they save nothing. Their members may
  // find another group once the groups that were found are gone.
  bool gave_up = false;
};

// True if an elementwise operator reads what another one writes that is not too
// small. Where none does, which is many programs, the analysis is saved.
bool MayHaveElementwiseGroups(const SymbolTable& table,
                              const PassContext& context);

// Returns the groups of a block that take less time than their members. Members
// have equal roles and places, and results of one shape and data type, with at
// least context.few_elements. If context.keep_all, all of their results stay
// outputs. `table` is that of the block.
ElementwiseGroups FindElementwiseGroups(const BlockFacts& facts,
                                        const SymbolTable& table,
                                        const SchemaSource& schemas,
                                        const PassContext& context);

}  // namespace paddle::framework
