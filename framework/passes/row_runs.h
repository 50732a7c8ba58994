// Finds the operators of images that can be computed one image after another.
#pragma once

#include <vector>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

// Consecutive operators that compute each row of a batch on its own.
struct RowRun {
  int begin = 0;
  int end = 0;
  // Rows and parameters from outside, and values that others read.
  NameList arguments, captures, results;
};

// Returns the runs of a block that are faster so: they convolve, what lies
// between their operators is large, and their parameters are not. `facts` are
// those of the block.
std::vector<RowRun> FindRowRuns(const Program& program, int block,
                                const BlockFacts& facts, const FixedVars& fixed,
                                const PassContext& context);

}  // namespace paddle::framework
