// Copies blocks whose operators must run a second time in the same step, for
// example together with the operators that compute their tangents.
#pragma once

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// The copy of each block, by index.
using BlockCopies = absl::flat_hash_map<int, int>;

// Copies a block, with copies of the blocks that its operators own, into
// `parent` and returns its index. Operators get new ids; names stay. In the
// same step they draw the same random numbers as the originals; operators that
// print do not print again, and running statistics do not change. Throws
// Unimplemented, naming the operator and its call site, if one must not run
// twice because it updates another outer variable, reads such statistics or has
// another lasting effect. Adds what became of the block and those inside it to
// `copies`, unless that is null.
int CopyBlock(framework::Program* program, int block, int parent,
              BlockCopies* copies = nullptr);

}  // namespace paddle::backward
