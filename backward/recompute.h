// Trades time for memory: computes forward values again for the backward pass.
#pragma once

#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// The part of a program that one backward pass has appended.
struct BackwardPart {
  int block = 0;        // that was differentiated
  int first_op = 0;     // of the backward pass, in that block
  int first_block = 0;  // of the gradient blocks of its operators
};

// Changes a backward pass to read forward values that are computed again,
// called "x@RECOMPUTE", so that the memory of the first ones is free in the
// meantime. Forward operators are cut into segments behind those of `cuts`,
// which are operators of the block, ascending; without it cuts are chosen
// (recompute_cuts.h). Operators of each segment but the last that the pass
// needs values of run again, with role backward, right before the first
// gradient that reads one. What a later segment or another device reads is
// kept, and so is what must not be computed twice (forward_values.h).
//
// The bits stay: copies draw the random numbers of their originals. Copies
// print nothing and leave running statistics alone. They have the device and
// the call site of their originals. A loop or branch runs again with a copy of
// its block, and the steps that its gradient reads are those of the copy.
// Handles to the variables of gradient blocks become invalid.
void Recompute(framework::Program* program, const BackwardPart& backward,
               const absl::optional<std::vector<int>>& cuts);

}  // namespace paddle::backward
